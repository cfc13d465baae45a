# SPDX-License-Identifier: MIT
## Sprites and hits from a JSON bank, in GDScript alone, for where an extension cannot be loaded.
##
## Made by `kickbox export PROJECT -o FILE --format json`. The names are those of the class Kickbox,
## and so are the answers for places in whole pixels, mirrored or not. Without turned places, masks,
## tracks and levels.
extends RefCounted

enum { NOTHING, CLASS, PAGE, SPRITE, ANIMATION, FRAME, ACTION, SHAPE }
enum { SHAPE_CIRCLE = 2, SHAPE_BOX = 5 }
enum { PAGE_NONE, PAGE_PNG, PAGE_RGBA8, PAGE_BESIDE }
const NONE := 4294967295
const ALL_CLASSES := -1
const LISTS := {
	CLASS: "classes", PAGE: "pages", SPRITE: "sprites", ANIMATION: "animations", FRAME: "frames",
	ACTION: "action_points", SHAPE: "shapes",
}
# Parts of shapes are in 1/256 pixel: whole numbers below 2^26, so that floats are exact.
const GRID := 256.0


## A thing in the bank, or the bank itself, whose kind is NOTHING.
class Handle:
	extends RefCounted
	var kind: int
	var index: int
	var data: Dictionary
	var class_names: PackedStringArray
	var owner: Handle

	func count(of_kind: int) -> int:
		return data.get(LISTS[of_kind], []).size()

	## Part i, from 0; null past the end.
	func item(of_kind: int, i: int) -> Handle:
		if i < 0 or i >= count(of_kind):
			return null
		var made := Handle.new()
		made.kind = of_kind
		made.index = i
		made.data = data[LISTS[of_kind]][i]
		made.class_names = class_names
		made.owner = self
		return made

	func find(of_kind: int, name_of: String) -> Handle:
		for i in count(of_kind):
			if data[LISTS[of_kind]][i].get("name", "") == name_of:
				return item(of_kind, i)
		return null

	func parent() -> Handle:
		return owner if owner and owner.kind != NOTHING else null

	func name() -> String:
		return data.get("name", "")

	## The text of its value for a key, or null.
	func value(key: String) -> Variant:
		return data.get("values", {}).get(key)

	## Size and hot spot of a frame, the duration of an animation, the picture of a page, and the
	## index of all.
	func info() -> Dictionary:
		var about := { found = true, index = index }
		if data.has("size"):
			about.size = Vector2i(data.size[0], data.size[1])
		if kind == FRAME:
			var hot: Variant = data.hot_spot
			about.has_hot_spot = hot != null
			about.hot_spot = Vector2i(hot[0], hot[1]) if hot else Vector2i.ZERO
		elif kind == PAGE:
			about.encoding = ["none", "png", "rgba8", "beside"].find(data.encoding)
			about.data = Marshalls.base64_to_raw(data.get("data", ""))
		elif data.has("steps"):
			about.loop = data.loop
			about.steps = data.steps.size()
			about.duration_ms = 0
			for step in data.steps:
				about.duration_ms += int(step.ms)
		return about

	## The set of the named classes, unknown names ignored.
	func classes(names: Array) -> int:
		var bits := 0
		for i in class_names.size():
			if class_names[i] in names:
				bits |= 1 << i
		return bits


## A convex part of a shape: its corners, all points within `radius` of them, and its bounds.
class Part:
	var radius: float
	var corners: PackedFloat64Array    # x and y in turn
	var x0 := INF
	var y0 := INF
	var x1 := -INF
	var y1 := -INF

	func _init(of_corners: PackedFloat64Array, of_radius: float) -> void:
		corners = of_corners
		radius = of_radius
		for i in range(0, corners.size(), 2):
			x0 = minf(x0, corners[i] - radius)
			x1 = maxf(x1, corners[i] + radius)
			y0 = minf(y0, corners[i + 1] - radius)
			y1 = maxf(y1, corners[i + 1] + radius)


## Opens a bank from its text: a Handle, or a String that says what is wrong.
static func open(text: String) -> Variant:
	var json := JSON.new()
	if json.parse(text) != OK:
		return "line %d: %s" % [json.get_error_line() + 1, json.get_error_message()]
	var data: Variant = json.data
	if not data is Dictionary or data.get("kickbox_bank", {}).get("major") != 1.0:
		return "not a JSON bank of version 1"
	var bank := Handle.new()
	bank.data = data
	for one in data.classes:
		bank.class_names.append(one.name)
	return bank


# ---- animations

# The step whose time it is, from 0: the first that ends after ms.
static func _step_at(steps: Array, ms: int) -> int:
	var stop := 0
	for i in steps.size():
		stop += int(steps[i].ms)
		if stop > ms:
			return i
	return steps.size() - 1


# Forwards, then back without the two ends.
static func _ping_pong_at(steps: Array, ms: int, whole: int) -> int:
	var n := steps.size()
	if n < 3:
		return _step_at(steps, posmod(ms, whole))
	var inner_end := whole - int(steps[n - 1].ms)
	var rest := posmod(ms, whole + inner_end - int(steps[0].ms))
	if rest < whole:
		return _step_at(steps, rest)
	return _step_at(steps, inner_end - 1 - (rest - whole))


## The step shown so many milliseconds after the start: its frame, index and times, and whether the
## end has been reached.
static func animation_at(animation: Handle, ms: int) -> Dictionary:
	var steps: Array = animation.data.steps
	var loop: String = animation.data.loop
	var whole: int = animation.info().duration_ms
	var nothing := { frame = null, index = NONE, start_ms = 0, duration_ms = 0, finished = true }
	var i := 0
	var finished := false
	if steps.is_empty():
		return nothing
	if loop == "once" or loop == "hold-last":
		finished = ms >= whole
		if finished and loop == "once":
			return nothing
		i = steps.size() - 1 if finished else _step_at(steps, maxi(ms, 0))
	elif whole > 0:
		i = _step_at(steps, posmod(ms, whole)) if loop == "loop" else _ping_pong_at(steps, ms, whole)
	var start := 0
	for k in i:
		start += int(steps[k].ms)
	return {
		frame = animation.parent().item(FRAME, int(steps[i].frame)), index = i, start_ms = start,
		duration_ms = int(steps[i].ms), finished = finished,
	}


# ---- places

## The hot spot's pixel is the pixel (x, y).
static func at(x: int, y: int) -> Dictionary:
	return at_flipped(x, y, false, false)


static func at_flipped(x: int, y: int, flip_x: bool, flip_y: bool) -> Dictionary:
	return { x = x, y = y, flip_x = flip_x, flip_y = flip_y }


static func shape_box(box: Rect2i) -> Dictionary:
	return { kind = SHAPE_BOX, box = box }


static func shape_circle(centre: Vector2, radius: float) -> Dictionary:
	return { kind = SHAPE_CIRCLE, circle = { centre = centre, radius = radius } }


# A coordinate c goes to x + c, or to x - c where it is mirrored.
static func _to_world(frame: Handle, place: Dictionary) -> Dictionary:
	var hot: Variant = frame.data.hot_spot
	var spot := Vector2i(hot[0], hot[1]) if hot else Vector2i.ZERO
	return {
		x = place.x + spot.x + 1 if place.flip_x else place.x - spot.x,
		y = place.y + spot.y + 1 if place.flip_y else place.y - spot.y,
		flip_x = place.flip_x, flip_y = place.flip_y,
	}


# A mirrored axis is its own inverse.
static func _to_frame(frame: Handle, place: Dictionary) -> Dictionary:
	var map := _to_world(frame, place)
	if not map.flip_x:
		map.x = -map.x
	if not map.flip_y:
		map.y = -map.y
	return map


static func _map_pixel(map: Dictionary, p: Vector2i) -> Vector2i:
	return Vector2i(map.x - 1 - p.x if map.flip_x else map.x + p.x,
			map.y - 1 - p.y if map.flip_y else map.y + p.y)


static func _map_box(map: Dictionary, box: Rect2i) -> Rect2i:
	var a := _map_pixel(map, box.position)
	var b := _map_pixel(map, box.end - Vector2i.ONE)
	return Rect2i(a.min(b), (a - b).abs() + Vector2i.ONE)


# ---- convex parts

static func _corners(lists: Array) -> PackedFloat64Array:
	var made := PackedFloat64Array()
	for corner in lists:
		made.append(corner[0] * GRID)
		made.append(corner[1] * GRID)
	return made


static func _rect(box: Rect2i) -> Part:
	var a := box.position
	var b := box.end
	return Part.new(_corners([[a.x, a.y], [b.x, a.y], [b.x, b.y], [a.x, b.y]]), 0)


static func _parts_of(data: Dictionary) -> Array:
	if data.has("circle"):
		return [Part.new(_corners([data.circle]), data.circle[2] * GRID)]
	if data.has("capsule"):
		var c: Array = data.capsule
		return [Part.new(_corners([[c[0], c[1]], [c[2], c[3]]]), c[4] * GRID)]
	return data.get("parts", [data.get("corners")]).map(
			func(corners: Array) -> Part: return Part.new(_corners(corners), 0))


# The shapes of a frame: class, parts, and the pixels of a box or null. They are made once.
static func _shapes_of(frame: Handle) -> Array:
	if not frame.data.has("made shapes"):
		frame.data["made shapes"] = frame.data.shapes.map(func(data: Dictionary) -> Dictionary:
			var box: Variant = null
			if data.has("box"):
				box = Rect2i(data.box[0], data.box[1], data.box[2], data.box[3])
			return {
				class_index = frame.class_names.find(data["class"]), box = box,
				parts = _parts_of(data) if box == null else [_rect(box)],
			})
	return frame.data["made shapes"]


# A flip turns the corners round.
static func _map_part(map: Dictionary, part: Part) -> Part:
	var corners := part.corners.duplicate()
	var size := corners.size()
	var reverse: bool = map.flip_x != map.flip_y
	for i in range(0, size, 2):
		var k := size - 2 - i if reverse else i
		var x := part.corners[i]
		var y := part.corners[i + 1]
		corners[k] = map.x * GRID - x if map.flip_x else map.x * GRID + x
		corners[k + 1] = map.y * GRID - y if map.flip_y else map.y * GRID + y
	return Part.new(corners, part.radius)


# a * a <= b * c, where the products do not fit in a float but do in two (Dekker 1971).
static func _square_at_most(a: float, b: float, c: float) -> bool:
	var p := a * a
	var q := b * c
	return p < q or p == q and _rest(a, a, p) <= _rest(b, c, q)


static func _rest(a: float, b: float, product: float) -> float:
	var ta := 134217729.0 * a
	var tb := 134217729.0 * b
	var ah := ta - (ta - a)
	var bh := tb - (tb - b)
	var al := a - ah
	var bl := b - bh
	return ((ah * bh - product) + ah * bl + al * bh) + al * bl


# Inside, or near an edge: at its end, or by the cross product over its length.
static func _disc_meets(x: float, y: float, radius: float, part: Part) -> bool:
	if (part.x1 < x - radius or part.x0 > x + radius or part.y1 < y - radius
			or part.y0 > y + radius):
		return false
	var r := radius + part.radius
	var size := part.corners.size()
	var inside := size > 4
	var ax := part.corners[size - 2]
	var ay := part.corners[size - 1]
	for i in range(0, size, 2):
		var bx := part.corners[i]
		var by := part.corners[i + 1]
		var ex := bx - ax
		var ey := by - ay
		var side := ex * (y - ay) - ey * (x - ax)
		if side < 0 or size <= 4:
			inside = false
			var along := ex * (x - ax) + ey * (y - ay)
			var length2 := ex * ex + ey * ey
			if along <= 0 or along >= length2:
				var dx := x - (ax if along <= 0 else bx)
				var dy := y - (ay if along <= 0 else by)
				if dx * dx + dy * dy <= r * r:
					return true
			elif _square_at_most(absf(side), r * r, length2):
				return true
		ax = bx
		ay = by
	return inside


# Has a an edge with all of b strictly outside?
static func _edge_separates(a: Part, b: Part) -> bool:
	var size := a.corners.size()
	var px := a.corners[size - 2]
	var py := a.corners[size - 1]
	for i in range(0, size, 2):
		var qx := a.corners[i]
		var qy := a.corners[i + 1]
		var k := 0
		while (k < b.corners.size()
				and (qx - px) * (b.corners[k + 1] - py) - (qy - py) * (b.corners[k] - px) < 0):
			k += 2
		if k == b.corners.size():
			return true
		px = qx
		py = qy
	return false


static func _corner_near(a: Part, b: Part) -> bool:
	for i in range(0, a.corners.size(), 2):
		if _disc_meets(a.corners[i], a.corners[i + 1], a.radius, b):
			return true
	return false


static func _convex_meets(a: Part, b: Part) -> bool:
	var r := a.radius + b.radius
	if a.x1 < b.x0 or b.x1 < a.x0 or a.y1 < b.y0 or b.y1 < a.y0:
		return false
	if r != 0:
		if _corner_near(a, b) or _corner_near(b, a):
			return true
		if a.x1 - r < b.x0 or b.x1 - r < a.x0 or a.y1 - r < b.y0 or b.y1 - r < a.y0:
			return false
	return not _edge_separates(a, b) and not _edge_separates(b, a)


static func _any_meets(parts: Array, others: Array) -> bool:
	for part: Part in parts:
		for other: Part in others:
			if _convex_meets(part, other):
				return true
	return false


# ---- hits

static func _first_hit(frame: Handle, classes: int, hits: Callable) -> Dictionary:
	var shapes := _shapes_of(frame)
	for i in shapes.size():
		if classes >> shapes[i].class_index & 1 and hits.call(shapes[i]):
			return { hit = true, kind = SHAPE, index = i, class_index = shapes[i].class_index }
	return { hit = false, kind = NOTHING, index = NONE, class_index = NONE }


## The first shape of the classes hit by a pixel of the world, or by its centre.
static func frame_at(frame: Handle, place: Dictionary, pixel: Vector2i,
		classes := ALL_CLASSES) -> Dictionary:
	var p := _map_pixel(_to_frame(frame, place), pixel)
	var x := (p.x + 0.5) * GRID
	var y := (p.y + 0.5) * GRID
	return _first_hit(frame, classes, func(shape: Dictionary) -> bool:
		if shape.box != null:
			return shape.box.has_point(p)
		return shape.parts.any(func(part: Part) -> bool: return _disc_meets(x, y, 0, part)))


## The same for shape_box or shape_circle. A circle is rounded to 1/256 pixel, halves upwards.
static func frame_hit(frame: Handle, place: Dictionary, shape: Dictionary,
		classes := ALL_CLASSES) -> Dictionary:
	var map := _to_frame(frame, place)
	if shape.kind == SHAPE_BOX:
		var box := _map_box(map, shape.box)
		var rect := [_rect(box)]
		return _first_hit(frame, classes, func(other: Dictionary) -> bool:
			if other.box != null:
				return box.intersects(other.box)
			return _any_meets(rect, other.parts))
	var centre := PackedFloat64Array([floor(shape.circle.centre.x * GRID + 0.5),
			floor(shape.circle.centre.y * GRID + 0.5)])
	var disc := [_map_part(map, Part.new(centre, floor(shape.circle.radius * GRID + 0.5)))]
	return _first_hit(frame, classes, func(other: Dictionary) -> bool:
		return _any_meets(disc, other.parts))


## The shapes of a, of classes_a, that overlap shapes of b, as a list of a, b, class_a and class_b.
static func frames_overlap(a: Handle, place_a: Dictionary, b: Handle, place_b: Dictionary,
		classes_a := ALL_CLASSES, classes_b := ALL_CLASSES) -> Array:
	return _overlaps(a, place_a, b, place_b, classes_a, classes_b, false)


static func frames_touch(a: Handle, place_a: Dictionary, b: Handle, place_b: Dictionary,
		classes_a := ALL_CLASSES, classes_b := ALL_CLASSES) -> bool:
	return not _overlaps(a, place_a, b, place_b, classes_a, classes_b, true).is_empty()


static func _overlaps(a: Handle, place_a: Dictionary, b: Handle, place_b: Dictionary,
		classes_a: int, classes_b: int, only_one: bool) -> Array:
	var out := _to_world(a, place_a)
	var back := _to_frame(b, place_b)
	var found := []
	var others := _shapes_of(b)
	for i in a.data.shapes.size():
		var one: Dictionary = _shapes_of(a)[i]
		if not classes_a >> one.class_index & 1:
			continue
		var box: Variant = null
		var parts: Array
		if one.box != null:
			box = _map_box(back, _map_box(out, one.box))
			parts = [_rect(box)]
		else:
			parts = one.parts.map(func(part: Part) -> Part:
				return _map_part(back, _map_part(out, part)))
		for k in others.size():
			if not classes_b >> others[k].class_index & 1:
				continue
			if (box.intersects(others[k].box) if box != null and others[k].box != null
					else _any_meets(parts, others[k].parts)):
				found.append({ a = i, b = k, class_a = one.class_index,
						class_b = others[k].class_index })
				if only_one:
					return found
	return found


# ---- action points and pictures

## The frame's action point of that name: found, pixel, and whether it has a direction, and which.
static func frame_action(frame: Handle, place: Dictionary, name: String) -> Dictionary:
	for point in frame.data.action_points:
		if point.name == name:
			var pixel := _map_pixel(_to_world(frame, place), Vector2i(point.at[0], point.at[1]))
			var way := Vector2.ZERO
			var d: Variant = point.get("direction")
			if d != null:
				way = Vector2(-d[0] if place.flip_x else d[0], -d[1] if place.flip_y else d[1])
			return { found = true, pixel = pixel, p = Vector2(pixel) + Vector2(0.5, 0.5),
					has_direction = d != null, direction = way }
	return { found = false, has_direction = false }


## The part of a page that shows the frame, and where it is drawn; found is false without one.
static func frame_picture(frame: Handle, place: Dictionary) -> Dictionary:
	var picture: Variant = frame.data.picture
	if picture == null:
		return { found = false }
	var r: Array = picture.rect
	return {
		found = true, page = int(picture.page), source = Rect2i(r[0], r[1], r[2], r[3]),
		target = _map_box(_to_world(frame, place),
				Rect2i(picture.trim[0], picture.trim[1], r[2], r[3])),
		flip_x = place.flip_x, flip_y = place.flip_y,
	}
