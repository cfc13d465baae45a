# SPDX-License-Identifier: MIT
## A sprite of a bank: plays its animations and knows whom it hits. The hot spot is at the node's
## position.
class_name KickboxSprite2D
extends Node2D

const Api := preload("api.gd")

## The animation has shown its last step, or a looping one its last step for the first time.
signal finished

## A KickboxBank. A bank of the reader of JSON goes to open_bank.
@export var bank: Resource:
	set(value):
		bank = value
		open_bank(value)
## The name of the sprite in the bank.
@export var sprite := ""
@export var flip_h := false
@export var animation := "idle":
	set(value):
		animation = value
		elapsed_ms = 0.0

var elapsed_ms := 0.0
var opened: Object


func open_bank(of: Object) -> void:
	opened = of


func _process(seconds: float) -> void:
	advance(seconds * 1000.0)


## Goes on by that time; _process does so.
func advance(ms: float) -> void:
	var before := elapsed_ms
	elapsed_ms += ms
	queue_redraw()
	var playing := _playing()
	if playing:
		var whole: int = playing.info().duration_ms
		if before < whole and elapsed_ms >= whole:
			finished.emit()


## Starts an animation. One that plays already goes on, unless it is to start again.
func play(what: String, again := false) -> void:
	if what != animation or again:
		animation = what


func _playing() -> Object:
	var own: Object = opened.find(Api.kb.SPRITE, sprite) if opened else null
	return own.find(Api.kb.ANIMATION, animation) if own else null


## The frame that is shown, or null.
func frame() -> Object:
	var playing := _playing()
	return Api.kb.animation_at(playing, int(elapsed_ms)).frame if playing else null


## Where the frame is, for the library's questions.
func place() -> Dictionary:
	return Api.kb.at_flipped(floori(position.x), floori(position.y), flip_h, false)


## The class of the other's first shape that this sprite's action point is in, or "". The point is
## in the second result.
func strike(action: String, other: KickboxSprite2D) -> Array:
	var own := frame()
	var others := other.frame()
	if not own or not others:
		return ["", Vector2.ZERO]
	var point: Dictionary = Api.kb.frame_action(own, place(), action)
	if not point.found:
		return ["", Vector2.ZERO]
	var hit: Dictionary = Api.kb.frame_at(others, other.place(), point.pixel)
	if not hit.hit:
		return ["", Vector2.ZERO]
	return [other.opened.item(Api.kb.CLASS, hit.class_index).name(), point.p]


func _draw() -> void:
	var shown := frame()
	if shown:
		# On whole pixels, where the library has it.
		draw_set_transform(position.floor() - position)
		Api.draw_frame(self, opened, shown, Api.kb.at_flipped(0, 0, flip_h, false))
