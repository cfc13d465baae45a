# SPDX-License-Identifier: MIT
# A fight and a platform level. Tab changes between the two.
extends Node

@onready var scenes: Array[Node2D] = [$Fight, $Platform]


func _ready() -> void:
	show_scene(0)


func show_scene(which: int) -> void:
	for i in scenes.size():
		scenes[i].visible = i == which
		scenes[i].process_mode = PROCESS_MODE_INHERIT if i == which else PROCESS_MODE_DISABLED
	$Words.text = scenes[which].words


func _unhandled_key_input(event: InputEvent) -> void:
	if event.is_pressed() and event.keycode == KEY_TAB:
		show_scene(1 if scenes[0].visible else 0)
