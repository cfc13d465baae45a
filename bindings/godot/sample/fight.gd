# SPDX-License-Identifier: MIT
# Two fighters of the bank of data/dojo: who lands a blow, and where?
extends Node2D

const Api := preload("res://addons/kickbox/api.gd")
const LEFT := 30.0
const RIGHT := 290.0
const NEAREST := 34.0
const WALK := 84.0    # pixels a second
const HEALTH := 100
# What a blow on a class takes.
const DAMAGE := { "head": 12, "torso": 8, "arms": 4, "legs": 6 }

var words := "A D F: the fakir kicks.  Arrows K: the boxer punches.  Tab: level"
var sparks := []
var landed := {}
var health := {}

@onready var fighters := [$Fakir, $Boxer]
@onready var moves := {
	$Fakir: { blow = "kick", action = "foot", keys = [KEY_A, KEY_D, KEY_F] },
	$Boxer: { blow = "punch", action = "fist", keys = [KEY_LEFT, KEY_RIGHT, KEY_K] },
}


func _ready() -> void:
	var bank := Api.open_bank("res://dojo")
	for one in fighters:
		one.open_bank(bank)
		health[one] = HEALTH
		one.finished.connect(func() -> void: if one.animation != "walk": one.play("idle"))
	$Sparks.draw.connect(draw_sparks)


func is_free(one: Node2D) -> bool:
	return one.animation in ["idle", "walk"]


func blow(one: Node2D) -> void:
	if is_free(one):
		landed[one] = false
		one.play(moves[one].blow, true)


func _unhandled_key_input(event: InputEvent) -> void:
	for one in fighters:
		if visible and event.is_pressed() and event.keycode == moves[one].keys[2]:
			blow(one)


func _process(seconds: float) -> void:
	for i in 2:
		var one: Node2D = fighters[i]
		if is_free(one):
			var keys: Array = moves[one].keys
			var by := int(Input.is_key_pressed(keys[1])) - int(Input.is_key_pressed(keys[0]))
			one.position.x = clampf(one.position.x + by * WALK * seconds, LEFT, RIGHT)
			one.play("walk" if by else "idle")
		elif one.animation == moves[one].blow and not landed.get(one, true):
			strike(one, fighters[1 - i])
	if $Boxer.position.x - $Fakir.position.x < NEAREST:
		var middle: float = ($Boxer.position.x + $Fakir.position.x) / 2
		$Fakir.position.x = middle - NEAREST / 2
		$Boxer.position.x = middle + NEAREST / 2
	queue_redraw()
	$Sparks.queue_redraw()


func draw_sparks() -> void:
	for spark: Vector2 in sparks:
		$Sparks.draw_circle(spark, 4, Color("#fff299"))


func strike(one: Node2D, other: Node2D) -> void:
	var hit: Array = one.strike(moves[one].action, other)
	if hit[0] == "":
		return
	landed[one] = true
	health[other] = maxi(health[other] - DAMAGE.get(hit[0], 2), 0)
	other.play("hurt", true)
	sparks.append(hit[1])
	get_node("../Words").text = "The %s of the %s hits the %s of the %s" % [
			moves[one].action, one.sprite, hit[0], other.sprite]
	get_tree().create_timer(0.2).timeout.connect(func() -> void: sparks.pop_front())
	if health[other] == 0:
		health[other] = HEALTH


func _draw() -> void:
	draw_rect(Rect2(0, 0, 320, 108), Color("#5c4242"))
	for x in range(14, 270, 62):
		draw_rect(Rect2(x, 34, 46, 64), Color("#edd9b3"))
		for k in 4:
			draw_rect(Rect2(x + k * 15, 32, 1, 68), Color("#382624"))
			draw_rect(Rect2(x - 1, 32 + k * 22, 48, 1), Color("#382624"))
	draw_rect(Rect2(0, 102, 320, 6), Color("#332121"))
	for i in 8:
		var top := 108 + floorf(i * i * 1.15)
		draw_rect(Rect2(0, top, 320, 72), Color("#75503a").lightened(0.03 * (i % 2) + 0.02 * i))
	for i in 2:
		var one: Node2D = fighters[i]
		draw_set_transform(one.position + Vector2(0, 1), 0, Vector2(1, 0.2))
		draw_circle(Vector2.ZERO, 22, Color(0, 0, 0, 0.3))
		draw_set_transform(Vector2.ZERO)
		draw_rect(Rect2(13 + 164 * i, 9, 130, 8), Color("#1a141a"))
		var share: float = 128.0 * health[one] / HEALTH
		draw_rect(Rect2(14 + 164 * i, 10, share, 6), Color("#f7cc40"))
