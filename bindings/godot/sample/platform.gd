# SPDX-License-Identifier: MIT
# The runner of the bank of data/yard over tiles and hills: one call moves it.
extends Node2D

const Api := preload("res://addons/kickbox/api.gd")
const VIEW := Vector2(320, 180)
const SPEED := 2.25    # pixels a step, 60 of which are a second
const JUMP := -5.5
const GRAVITY := 0.25
const FASTEST := 7.0
const BODY := Vector2(10, 26)
const STEP := 2.0

var words := "Arrows run, space jumps. The goal is at the end of the hills."
var velocity := Vector2.ZERO
var foot := Vector2.ZERO
var rest := Vector2.ZERO
var standing := false


func _ready() -> void:
	if not Api.has_levels():
		words = "Levels need the extension."
		set_physics_process(false)
		return
	var bank := Api.open_bank("res://yard")
	$Level.open_bank(bank)
	$Runner.open_bank(bank)
	foot = $Level.entity("start")


func run_keys() -> int:
	return int(Input.is_key_pressed(KEY_RIGHT)) - int(Input.is_key_pressed(KEY_LEFT))


func _physics_process(_seconds: float) -> void:
	step(run_keys(), Input.is_key_pressed(KEY_SPACE))


func step(run: int, jump: bool) -> void:
	velocity.x = run * SPEED
	if jump and standing:
		velocity.y = JUMP
	var hold := STEP if standing and velocity.y >= 0 else 0.0
	var motion := { manner = Api.kb.WALK, step_up = STEP, step_down = hold, rest = rest }
	var body := Rect2(foot - Vector2(BODY.x / 2, BODY.y), BODY)
	var moved: Dictionary = $Level.move(body, velocity, motion)
	foot += moved.moved
	rest = moved.rest
	standing = moved.on_floor
	velocity.y = minf(moved.velocity.y + GRAVITY, FASTEST)
	if run:
		$Runner.flip_h = run < 0
	$Runner.play(("run" if run else "idle") if standing else "jump" if velocity.y < 0 else "fall")
	if foot.distance_to($Level.entity("goal")) < 30:
		get_node("../Words").text = "You are at the goal"
	show_part()


# The level moves, so that the runner stays in view.
func show_part() -> void:
	$Level.view = Rect2((foot - VIEW * Vector2(0.5, 0.67)).floor(), VIEW)
	$Level.position = -$Level.view.position
	$Runner.position = foot.floor() + $Level.position - Vector2(0, 1)


func _draw() -> void:
	draw_rect(Rect2(Vector2.ZERO, VIEW), Color("#9dc3dc"))
