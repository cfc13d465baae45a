// SPDX-License-Identifier: MIT
//! `kickbox query` by way of the Rust binding: questions from standard input, answers to standard
//! output, the same bytes. A test of the binding, and an example of most of it.
use kickbox as kb;
use kickbox::{Handle, Kind, Place, Point, Vec2};
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

// ---- JSON

#[derive(Clone)]
enum Json {
    Null,
    Bool(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Json>),
    Fields(Vec<(String, Json)>),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> u8 {
        while matches!(self.text[self.at], b' ' | b',' | b':') {
            self.at += 1;
        }
        self.text[self.at]
    }

    fn value(&mut self) -> Json {
        match self.next() {
            b'{' => {
                let mut fields = Vec::new();
                self.at += 1;
                while self.next() != b'}' {
                    match self.value() {
                        Json::Text(key) => fields.push((key, self.value())),
                        _ => panic!("a key is no text"),
                    }
                }
                self.at += 1;
                Json::Fields(fields)
            }
            b'[' => {
                let mut items = Vec::new();
                self.at += 1;
                while self.next() != b']' {
                    items.push(self.value());
                }
                self.at += 1;
                Json::List(items)
            }
            b'"' => {
                let start = self.at + 1;
                let end = start + self.text[start..].iter().position(|&c| c == b'"').unwrap();
                self.at = end + 1;
                Json::Text(String::from_utf8(self.text[start..end].to_vec()).unwrap())
            }
            _ => {
                let start = self.at;
                while self.text.get(self.at).map_or(false, |c| b"+-.eE0123456789".contains(c)) {
                    self.at += 1;
                }
                let number = std::str::from_utf8(&self.text[start..self.at]).unwrap();
                Json::Real(number.parse().unwrap())
            }
        }
    }
}

impl Json {
    fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Fields(fields) => {
                fields.iter().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(Json::Text(text)) => text,
            _ => "",
        }
    }

    fn list(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    fn number(&self) -> f64 {
        if let Json::Real(number) = self { *number } else { 0.0 }
    }

    fn numbers(&self) -> Vec<f64> {
        self.list().iter().map(Json::number).collect()
    }

    fn write(&self, to: &mut String, digits: usize) {
        match self {
            Json::Null => to.push_str("null"),
            Json::Bool(value) => write!(to, "{value}").unwrap(),
            Json::Whole(value) => write!(to, "{value}").unwrap(),
            Json::Real(value) => to.push_str(&real(*value, digits)),
            Json::Text(text) => {
                write!(to, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")).unwrap()
            }
            Json::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    to.push(if i == 0 { '[' } else { ',' });
                    item.write(to, digits);
                }
                to.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Json::Fields(fields) => {
                for (i, (key, value)) in fields.iter().enumerate() {
                    to.push(if i == 0 { '{' } else { ',' });
                    write!(to, "\"{key}\":").unwrap();
                    value.write(to, digits);
                }
                to.push('}');
            }
        }
    }
}

/// As printf's %g, with a point. Of two numbers as near, the even one.
fn real(number: f64, digits: usize) -> String {
    if number == 0.0 {
        return if number.is_sign_negative() { "-0.0" } else { "0.0" }.into();
    }
    let text = format!("{:.400e}", number.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap();
    let mut exponent: i32 = exponent.parse().unwrap();
    let all: Vec<u8> = mantissa.bytes().filter(|&c| c != b'.').map(|c| c - b'0').collect();
    let mut kept = all[..digits].to_vec();
    let rest = &all[digits..];
    let tie = rest[0] == 5 && rest[1..].iter().all(|&digit| digit == 0);
    if rest[0] > 5 || (rest[0] == 5 && !tie) || (tie && kept[digits - 1] % 2 == 1) {
        let mut i = digits;
        while i > 0 && kept[i - 1] == 9 {
            kept[i - 1] = 0;
            i -= 1;
        }
        if i == 0 {
            kept.insert(0, 1);
            exponent += 1;
        } else {
            kept[i - 1] += 1;
        }
    }
    while kept.len() > 1 && kept.last() == Some(&0) {
        kept.pop();
    }
    let mut shown: String = kept.iter().map(|digit| (b'0' + digit) as char).collect();
    let sign = if number < 0.0 { "-" } else { "" };
    if exponent < -4 || exponent >= digits as i32 {
        let (first, after) = shown.split_at(1);
        return format!("{sign}{first}.{}e{exponent}", if after.is_empty() { "0" } else { after });
    }
    if exponent < 0 {
        return format!("{sign}0.{}{shown}", "0".repeat(-exponent as usize - 1));
    }
    let whole = exponent as usize + 1;
    while shown.len() < whole + 1 {
        shown.push('0');
    }
    format!("{sign}{}.{}", &shown[..whole], &shown[whole..])
}

// ---- answers

fn fields(list: Vec<(&str, Json)>) -> Json {
    Json::Fields(list.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

fn float(value: f32) -> Json {
    Json::Real(value.into())
}

fn pair(v: Vec2) -> Json {
    Json::List(vec![float(v.x), float(v.y)])
}

fn cell(p: Point) -> Json {
    Json::List(vec![Json::Whole(p.x.into()), Json::Whole(p.y.into())])
}

fn named(handle: Handle) -> Json {
    if handle.exists() { Json::Text(handle.name().into()) } else { Json::Null }
}

fn index(i: u32) -> Json {
    if i == kb::NONE { Json::Null } else { Json::Whole(i.into()) }
}

fn on_grid(x: f64) -> f32 {
    ((x * 256.0 + 0.5).floor() / 256.0) as f32
}

fn vec_of(value: &Json) -> Vec2 {
    let n = value.numbers();
    kb::vec(n[0] as f32, n[1] as f32)
}

fn point_of(value: &Json) -> Point {
    let n = value.numbers();
    kb::point(n[0] as i32, n[1] as i32)
}

fn box_of(value: &Json) -> kb::PixelBox {
    let n: Vec<i32> = value.numbers().iter().map(|&x| x as i32).collect();
    kb::pixel_box(n[0], n[1], n[2], n[3])
}

struct Questions<'a> {
    bank: &'a kb::Bank,
    line: Json,
}

impl<'a> Questions<'a> {
    fn has(&self, key: &str) -> bool {
        self.line.get(key).is_some()
    }

    fn field(&self, key: &str) -> &Json {
        self.line.get(key).unwrap_or(&Json::Null)
    }

    fn pose(&self, key: &str) -> (Handle<'a>, Place) {
        let pose = self.field(key);
        let frame = pose.get("frame").map_or(0, |frame| frame.number() as u32);
        let at = pose.get("at").map_or(vec![0.0, 0.0], Json::numbers);
        let flip = pose.text("flip");
        (
            self.bank.find(Kind::SPRITE, pose.text("sprite")).item(Kind::FRAME, frame),
            kb::at_flipped(at[0], at[1], flip.contains('x'), flip.contains('y')),
        )
    }

    fn classes(&self, key: &str) -> u64 {
        if !self.has(key) {
            return kb::ALL_CLASSES;
        }
        let names = self.field(key).list().iter();
        let names: Vec<&str> =
            names.map(|name| if let Json::Text(name) = name { name } else { "" }).collect();
        self.bank.classes(&names)
    }

    fn shape_answer(&self, shape: u32, class_index: u32) -> Json {
        if shape == kb::NONE {
            return fields(vec![("hit", Json::Bool(false))]);
        }
        fields(vec![
            ("hit", Json::Bool(true)),
            ("shape", Json::Whole(shape.into())),
            ("class", Json::Text(self.bank.class_name(class_index).into())),
        ])
    }

    fn point(&self) -> Json {
        let (frame, place) = self.pose("pose");
        let classes = self.classes("classes");
        let hit = if self.has("p") {
            kb::frame_at(frame, place, point_of(self.field("p")), classes)
        } else if self.has("box") {
            kb::frame_hit(frame, place, &kb::shape_box(box_of(self.field("box"))), classes)
        } else {
            let circle = self.field("circle");
            let radius = circle.get("radius").map_or(0.0, Json::number) as f32;
            let shape = kb::shape_circle(vec_of(circle.get("at").unwrap()), radius);
            kb::frame_hit(frame, place, &shape, classes)
        };
        self.shape_answer(hit.index, hit.class_index)
    }

    fn action(&self) -> Json {
        let (frame, place) = self.pose("pose");
        let point = kb::frame_action(frame, place, self.line.text("name"));
        if !point.found {
            return fields(vec![("found", Json::Bool(false))]);
        }
        let direction = if point.has_direction { pair(point.direction) } else { Json::Null };
        fields(vec![
            ("found", Json::Bool(true)),
            ("p", cell(point.pixel)),
            ("direction", direction),
        ])
    }

    fn strike(&self) -> Json {
        let ((a, place_a), (b, place_b)) = (self.pose("a"), self.pose("b"));
        let classes = self.classes("classes");
        let hit = kb::strike(a, place_a, self.line.text("name"), b, place_b, classes);
        self.shape_answer(hit.index, hit.class_index)
    }

    fn shapes(&self) -> Json {
        let ((a, place_a), (b, place_b)) = (self.pose("a"), self.pose("b"));
        let (of_a, of_b) = (self.classes("a_classes"), self.classes("b_classes"));
        let pairs = kb::frames_overlap(a, place_a, b, place_b, of_a, of_b);
        let list = pairs.iter().map(|pair| {
            Json::List(vec![Json::Whole(pair.a.into()), Json::Whole(pair.b.into())])
        });
        fields(vec![
            ("hit", Json::Bool(!pairs.is_empty())),
            ("pairs", Json::List(list.collect())),
        ])
    }

    fn pixels(&self) -> Json {
        let ((a, place_a), (b, place_b)) = (self.pose("a"), self.pose("b"));
        let first = kb::pixels_first(a, place_a, b, place_b);
        let area = kb::pixels_area(a, place_a, b, place_b);
        fields(vec![
            ("hit", Json::Bool(first.found)),
            ("first", if first.found { cell(first.p) } else { Json::Null }),
            ("area", Json::Whole(if first.found { area.into() } else { 0 })),
        ])
    }

    fn zone(&self) -> Json {
        let (parent, pixels) = if self.has("track") {
            let track = self.bank.find(Kind::TRACK, self.line.text("track"));
            (track, track.info().mask())
        } else {
            let mask = self.bank.find(Kind::MASK, self.line.text("mask"));
            (mask, mask)
        };
        let value = kb::zone_at(pixels, kb::at(0.0, 0.0), point_of(self.field("p")));
        fields(vec![
            ("zone", named(kb::zone_of(parent, value))),
            ("value", Json::Whole(value.into())),
        ])
    }

    fn clearance(&self) -> Json {
        let track = self.bank.find(Kind::TRACK, self.line.text("track"));
        let p = vec_of(self.field("p"));
        let place = kb::track_at(track, p);
        let pixel = kb::point(p.x.floor() as i32, p.y.floor() as i32);
        let surface = kb::zone_at(track.info().mask(), kb::at(0.0, 0.0), pixel);
        let mut answer = vec![
            ("clearance", float(place.clearance)),
            ("normal", pair(place.normal)),
            ("surface", named(kb::zone_of(track, surface))),
        ];
        if self.has("radius") {
            let radius = self.field("radius").number() as f32;
            let band = track.items(Kind::BAND).find(|band| band.info().radius == radius);
            let circle = kb::Circle { centre: p, radius };
            let touches = kb::track_touching(band.unwrap_or(track), circle);
            answer.push(("touches", Json::Bool(touches)));
        }
        fields(answer)
    }

    /// The move of a circle through the walls alone: where it stops, the move, the touches.
    fn moved(&self, manner: kb::Manner) -> (Json, kb::Move, Vec<kb::Hit>) {
        let level = self.bank.find(Kind::LEVEL, self.line.text("level"));
        let walls = kb::level_layer(level, 0);
        let filter = kb::all_solid().classes(self.classes("classes"));
        let (from, to) = (vec_of(self.field("from")), vec_of(self.field("to")));
        let shape = kb::shape_circle(from, self.field("radius").number() as f32);
        let way = kb::vec(to.x - from.x, to.y - from.y);
        let motion = kb::Motion { manner, ..Default::default() };
        let (moved, touches) = kb::level_move(walls, &shape, way, motion, Some(&filter));
        let stop = kb::vec(
            on_grid(f64::from(from.x) + f64::from(moved.moved.x)),
            on_grid(f64::from(from.y) + f64::from(moved.moved.y)),
        );
        (pair(stop), moved, touches)
    }

    fn trace(&self) -> Json {
        let (stop, moved, _) = self.moved(kb::Manner::STOP);
        fields(vec![
            ("hit", Json::Bool(moved.hit)),
            ("fraction", float(moved.fraction)),
            ("point", stop),
            ("normal", if moved.hit { pair(moved.normal) } else { Json::Null }),
            ("wall", index(moved.index)),
            ("started_inside", Json::Bool(moved.started_inside)),
        ])
    }

    fn slide(&self) -> Json {
        let (stop, moved, touches) = self.moved(kb::Manner::SLIDE);
        let walls = touches.iter().map(|touch| Json::Whole(touch.index.into()));
        fields(vec![
            ("point", stop),
            ("walls", Json::List(walls.collect())),
            ("cut", Json::Bool(moved.cut)),
        ])
    }

    fn locate(&self) -> Json {
        let level = self.bank.find(Kind::LEVEL, self.line.text("level"));
        let (area, leaf) = kb::level_at(level, vec_of(self.field("p")));
        fields(vec![("area", named(area)), ("leaf", index(leaf))])
    }

    fn layer(&self, key: &str, kind: Kind) -> Handle<'a> {
        let level = self.bank.find(Kind::LEVEL, self.line.text("level"));
        level.find(kind, self.line.text(key))
    }

    fn tiles(&self) -> Json {
        let tiles = self.layer("layer", Kind::TILES);
        if self.has("box") {
            let around = box_of(self.field("box"));
            let solid = !kb::level_touching(tiles, &kb::shape_box(around), None).is_empty();
            let cells: Vec<Json> = kb::tiles_cells(tiles, around).into_iter().map(cell).collect();
            return fields(vec![
                ("hit", Json::Bool(!cells.is_empty())),
                ("cells", Json::List(cells)),
                ("solid", Json::Bool(solid)),
            ]);
        }
        let p = point_of(self.field("p"));
        let pixel = kb::shape_box(kb::pixel_box(p.x, p.y, 1, 1));
        let at = kb::cell_of(tiles, p);
        let tile = kb::tiles_tile(tiles, at);
        fields(vec![
            ("hit", Json::Bool(tile.found)),
            ("cells", Json::List(if tile.found { vec![cell(at)] } else { vec![] })),
            ("tile", self.tile_words(tiles, tile)),
            ("solid", Json::Bool(!kb::level_touching(tiles, &pixel, None).is_empty())),
        ])
    }

    fn tile_words(&self, tiles: Handle<'a>, tile: kb::Tile) -> Json {
        const KINDS: [&str; 10] = [
            "not solid", "full", "one-way left", "one-way right", "one-way top", "one-way bottom",
            "heights left", "heights right", "heights top", "heights bottom",
        ];
        if !tile.found {
            return Json::Null;
        }
        let frame = kb::tile_frame(tiles, tile);
        let class = self.bank.class_name(tile.class_index);
        let flip = ["", "x", "y", "xy"][tile.flip_x as usize + 2 * tile.flip_y as usize];
        fields(vec![
            ("sprite", Json::Text(frame.parent().name().into())),
            ("frame", Json::Whole(frame.info().index.into())),
            ("animation", named(kb::tile_animation(tiles, tile))),
            ("kind", Json::Text(KINDS[tile.kind.0 as usize].into())),
            ("class", if class.is_empty() { Json::Null } else { Json::Text(class.into()) }),
            ("flip", Json::Text(flip.into())),
            ("transposed", Json::Bool(tile.transposed)),
            ("height", Json::Whole(tile.height.into())),
            ("offset", cell(tile.offset)),
        ])
    }

    fn ground(&self) -> Json {
        let ground = self.layer("ground", Kind::GROUND);
        let foot = if self.has("p") {
            vec_of(self.field("p"))
        } else {
            kb::vec(self.field("x").number() as f32, 0.0)
        };
        let place = kb::ground_at(ground, foot.x);
        let found = |value: Json| if place.found { value } else { Json::Null };
        let mut answer = vec![
            ("y", found(float(place.y))),
            ("slope", found(float(place.slope))),
            ("normal", found(pair(place.normal))),
            ("too_steep", Json::Bool(place.too_steep)),
        ];
        if self.has("p") {
            let touched = kb::level_touching(ground, &kb::shape_point(foot), None);
            answer.push(("touches", Json::Bool(!touched.is_empty())));
        }
        fields(answer)
    }

    fn height(&self) -> Json {
        let filter = match self.line.text("filter") {
            "nearest" => kb::HeightFilter::NEAREST,
            "bicubic" => kb::HeightFilter::BICUBIC,
            _ => kb::HeightFilter::BILINEAR,
        };
        let map = self.layer("map", Kind::HEIGHTMAP);
        let place = kb::heightmap_at(map, vec_of(self.field("p")), filter);
        let n = place.normal;
        fields(vec![
            ("z", float(place.z)),
            ("normal", Json::List(vec![float(n.x), float(n.y), float(n.z)])),
            ("inside", Json::Bool(place.inside)),
        ])
    }

    /// The answer, and the digits of its numbers.
    fn answer(&self) -> (Json, usize) {
        match self.line.text("q") {
            "point" => (self.point(), 9),
            "action" => (self.action(), 9),
            "strike" => (self.strike(), 9),
            "shapes" => (self.shapes(), 9),
            "pixels" => (self.pixels(), 9),
            "zone" => (self.zone(), 9),
            "clearance" => (self.clearance(), 9),
            "trace" => (self.trace(), 17),
            "slide" => (self.slide(), 17),
            "locate" => (self.locate(), 17),
            "tiles" => (self.tiles(), 17),
            "ground" => (self.ground(), 17),
            "height" => (self.height(), 17),
            other => panic!("no question is called {other}"),
        }
    }
}

fn main() {
    let bank = match kb::Bank::open(std::env::args().nth(1).unwrap_or_default()) {
        Ok(bank) => bank,
        Err(reason) => {
            eprintln!("{reason}");
            std::process::exit(1);
        }
    };
    let mut to = io::BufWriter::new(io::stdout());
    for text in io::stdin().lock().lines() {
        let text = text.unwrap();
        let line = Reader { text: text.as_bytes(), at: 0 }.value();
        let (answer, digits) = Questions { bank: &bank, line }.answer();
        let mut shown = String::new();
        answer.write(&mut shown, digits);
        writeln!(to, "{shown}").unwrap();
    }
}
