// SPDX-License-Identifier: MIT
//! A fight and a platform level in a window of SDL 2. Takes a new export while it runs.
//!
//!     cargo run --example game --features sdl2 -- dojo.kbx yard.kbx [FRAMES [PICTURE.ppm]]
//!
//! Tab: the other scene. F1: shapes. F kicks, K punches; A, D and the arrows walk; space jumps.
use kickbox as kb;
use kickbox::{Handle, Kind, Place};
use std::fs::{self, File};
use std::io::Write;
use std::time::SystemTime;

/// The few functions of SDL 2 that the game needs.
mod sdl {
    use std::ffi::{c_char, c_int, c_void};
    pub type Address = *mut c_void;

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Rect {
        pub x: c_int,
        pub y: c_int,
        pub w: c_int,
        pub h: c_int,
    }

    /// The start of a key's event, and room for all others.
    #[repr(C)]
    pub struct Event {
        pub kind: u32,
        pub other: [u32; 3],
        pub scancode: c_int,
        pub rest: [u64; 14],
    }

    pub const RGBA32: u32 = 376840196;
    pub const VIDEO: u32 = 0x20;
    pub const CENTRED: c_int = 0x2fff0000;
    pub const SOFTWARE: u32 = 1;
    pub const QUIT: u32 = 0x100;
    pub const KEY_DOWN: u32 = 0x300;

    #[link(name = "SDL2")]
    extern "C" {
        pub fn SDL_Init(flags: u32) -> c_int;
        pub fn SDL_Quit();
        pub fn SDL_CreateWindow(title: *const c_char, x: c_int, y: c_int, w: c_int, h: c_int, flags: u32) -> Address;
        pub fn SDL_CreateRenderer(window: Address, index: c_int, flags: u32) -> Address;
        pub fn SDL_RenderSetLogicalSize(renderer: Address, w: c_int, h: c_int) -> c_int;
        pub fn SDL_CreateTexture(renderer: Address, format: u32, access: c_int, w: c_int, h: c_int) -> Address;
        pub fn SDL_UpdateTexture(texture: Address, rect: *const Rect, pixels: *const u8, pitch: c_int) -> c_int;
        pub fn SDL_SetTextureBlendMode(texture: Address, mode: c_int) -> c_int;
        pub fn SDL_DestroyTexture(texture: Address);
        pub fn SDL_RenderCopyEx(renderer: Address, texture: Address, source: *const Rect, target: *const Rect, angle: f64, centre: *const c_void, flip: c_int) -> c_int;
        pub fn SDL_SetRenderDrawColor(renderer: Address, r: u8, g: u8, b: u8, a: u8) -> c_int;
        pub fn SDL_RenderDrawRect(renderer: Address, rect: *const Rect) -> c_int;
        pub fn SDL_RenderFillRect(renderer: Address, rect: *const Rect) -> c_int;
        pub fn SDL_RenderDrawLine(renderer: Address, x1: c_int, y1: c_int, x2: c_int, y2: c_int) -> c_int;
        pub fn SDL_RenderPresent(renderer: Address);
        pub fn SDL_RenderReadPixels(renderer: Address, rect: *const Rect, format: u32, pixels: *mut u8, pitch: c_int) -> c_int;
        pub fn SDL_PollEvent(event: *mut Event) -> c_int;
        pub fn SDL_GetKeyboardState(count: *mut c_int) -> *const u8;
        pub fn SDL_GetTicks() -> u32;
        pub fn SDL_Delay(ms: u32);
    }
}

const WIDTH: i32 = 320;
const HEIGHT: i32 = 180;
const SCALE: i32 = 3;
const FLOOR: f64 = 150.0;
// Scancodes
const A: i32 = 4;
const D: i32 = 7;
const F: i32 = 9;
const K: i32 = 14;
const ESCAPE: i32 = 41;
const TAB: i32 = 43;
const SPACE: i32 = 44;
const F1: i32 = 58;
const RIGHT: i32 = 79;
const LEFT: i32 = 80;

fn held(key: i32) -> f32 {
    unsafe { *sdl::SDL_GetKeyboardState(std::ptr::null_mut()).offset(key as isize) as f32 }
}

#[derive(Clone, Copy)]
struct Screen(sdl::Address);

impl Screen {
    fn colour(self, r: u8, g: u8, b: u8) {
        unsafe { sdl::SDL_SetRenderDrawColor(self.0, r, g, b, 255) };
    }

    fn fill(self, (r, g, b): (u8, u8, u8), y: i32, h: i32) {
        self.colour(r, g, b);
        unsafe { sdl::SDL_RenderFillRect(self.0, &sdl::Rect { x: 0, y, w: WIDTH, h }) };
    }

    fn keep(self, path: &str) -> std::io::Result<()> {
        let (w, h) = (WIDTH * SCALE, HEIGHT * SCALE);
        let mut rgba = vec![0; (w * h * 4) as usize];
        unsafe { sdl::SDL_RenderReadPixels(self.0, std::ptr::null(), sdl::RGBA32, rgba.as_mut_ptr(), w * 4) };
        let mut file = File::create(path)?;
        write!(file, "P6 {w} {h} 255\n")?;
        file.write_all(&rgba.chunks(4).flat_map(|p| p[..3].to_vec()).collect::<Vec<u8>>())
    }
}

fn rect_of(b: kb::PixelBox) -> sdl::Rect {
    sdl::Rect { x: b.x0, y: b.y0, w: b.x1 - b.x0, h: b.y1 - b.y0 }
}

/// A bank with its pages as textures. They are raw pixels in banks exported with --images rgba.
struct Art {
    bank: kb::Bank,
    path: String,
    date: Option<SystemTime>,
    screen: Screen,
    pages: Vec<Option<sdl::Address>>,
}

fn date_of(path: &str) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

impl Art {
    fn open(path: &str, screen: Screen) -> Result<Art, kb::Error> {
        let (date, bank) = (date_of(path), kb::Bank::open(path)?);
        let mut art = Art { bank, path: path.into(), date, screen, pages: Vec::new() };
        art.make_textures();
        Ok(art)
    }

    fn make_textures(&mut self) {
        for old in self.pages.drain(..).flatten() {
            unsafe { sdl::SDL_DestroyTexture(old) };
        }
        for i in 0..self.bank.count(Kind::PAGE) {
            let page = self.bank.item(Kind::PAGE, i).info();
            let (w, h) = (page.size.w as i32, page.size.h as i32);
            self.pages.push((page.encoding == kb::PageEncoding::RGBA8).then(|| unsafe {
                let texture = sdl::SDL_CreateTexture(self.screen.0, sdl::RGBA32, 0, w, h);
                sdl::SDL_UpdateTexture(texture, std::ptr::null(), page.bytes().as_ptr(), w * 4);
                sdl::SDL_SetTextureBlendMode(texture, 1);
                texture
            }));
        }
    }

    /// The live link. The game finds its things by name in each frame, so none is left over.
    fn take_new(&mut self) {
        let date = date_of(&self.path);
        if date == self.date {
            return;
        }
        self.date = date;
        match kb::Bank::open(&self.path) {
            Ok(fresh) => {
                self.bank = fresh;
                self.make_textures();
                println!("took the new {}", self.path);
            }
            Err(reason) => println!("kept the old {}: {reason}", self.path),
        }
    }

    fn draw(&self, frame: Handle, place: Place) {
        let picture = kb::frame_picture(frame, place);
        let (source, target) = (rect_of(picture.source), rect_of(picture.target));
        let flip = picture.flip_x as i32 | (picture.flip_y as i32) << 1;
        if let (true, Some(Some(page))) = (picture.found, self.pages.get(picture.page as usize)) {
            unsafe { sdl::SDL_RenderCopyEx(self.screen.0, *page, &source, &target, 0.0, std::ptr::null(), flip) };
        }
    }

    fn draw_shapes(&self, frame: Handle, place: Place) {
        for i in 0..frame.count(Kind::SHAPE) {
            let shape = frame.frame_shape(place, i);
            let rgba = self.bank.item(Kind::CLASS, shape.class_index).info().colour;
            self.screen.colour((rgba >> 24) as u8, (rgba >> 16) as u8, (rgba >> 8) as u8);
            unsafe { sdl::SDL_RenderDrawRect(self.screen.0, &rect_of(shape.bounds)) };
        }
    }
}

struct Fighter {
    sprite: &'static str,
    blow: &'static str,
    action: &'static str,
    x: f64,
    flipped: bool,
    landed: bool,
    since: Option<i64>,
}

impl Fighter {
    fn animation<'a>(&self, bank: &'a kb::Bank, name: &str) -> Handle<'a> {
        bank.find(Kind::SPRITE, self.sprite).find(Kind::ANIMATION, name)
    }

    fn strike(&mut self, now: i64) {
        if self.since.is_none() {
            self.since = Some(now);
            self.landed = false;
        }
    }

    fn pose<'a>(&self, bank: &'a kb::Bank, now: i64) -> (Handle<'a>, Place) {
        let frame = match self.since {
            Some(start) => self.animation(bank, self.blow).animation_at(now - start).frame(),
            None => self.animation(bank, "idle").animation_at(now).frame(),
        };
        (frame, kb::at_flipped(self.x, FLOOR, self.flipped, false))
    }

    fn fight(&mut self, other: &Fighter, bank: &kb::Bank, now: i64) {
        let length = self.animation(bank, self.blow).info().duration_ms as i64;
        self.since = self.since.filter(|start| now - start < length);
        let ((frame, place), (target, there)) = (self.pose(bank, now), other.pose(bank, now));
        let hit = kb::strike(frame, place, self.action, target, there, kb::ALL_CLASSES);
        if self.since.is_some() && !self.landed && hit.hit {
            self.landed = true;
            println!("the {} hits the {}", self.action, bank.class_name(hit.class_index));
        }
    }
}

struct Hero {
    foot: kb::Vec2,
    rest: kb::Vec2,
    speed: f32,
    standing: bool,
    left: bool,
    running: bool,
}

impl Hero {
    fn run(&mut self, level: Handle) {
        let way = 2.5 * (held(RIGHT) - held(LEFT));
        self.running = way != 0.0;
        self.left = way < 0.0 || (self.left && way == 0.0);
        self.speed = (self.speed + 0.35).min(8.0);
        if held(SPACE) != 0.0 && self.standing {
            self.speed = -6.0;
        }
        let foot = self.foot;
        let body = kb::shape_rect(kb::vec(foot.x - 6.0, foot.y - 24.0), kb::vec(foot.x + 6.0, foot.y));
        let walk = kb::Motion {
            manner: kb::Manner::WALK,
            step_up: 6.0,
            step_down: if self.standing && self.speed >= 0.0 { 6.0 } else { 0.0 },
            rest: self.rest,
            ..Default::default()
        };
        let (moved, _) = kb::level_move(level, &body, kb::vec(way, self.speed), walk, None);
        self.foot = kb::vec(foot.x + moved.moved.x, foot.y + moved.moved.y);
        self.rest = moved.rest;
        self.standing = moved.on_floor;
        if moved.on_floor || moved.on_ceiling {
            self.speed = 0.0;
        }
    }

    fn draw(&self, art: &Art, level: Handle, now: i64, shapes: bool) {
        let corner = kb::vec(self.foot.x.floor() - (WIDTH / 2) as f32, self.foot.y.floor() - 120.0);
        let (x, y) = (corner.x as f64, corner.y as f64);
        let view = kb::Rect { min: corner, max: kb::vec(corner.x + WIDTH as f32, corner.y + HEIGHT as f32) };
        for tiles in level.items(Kind::TILES) {
            for cell in kb::tiles_visible(tiles, view) {
                let frame = kb::tile_frame(tiles, kb::tiles_tile(tiles, cell));
                let about = frame.info();
                let (at, hot) = (kb::tiles_picture_at(tiles, cell, about.size), about.hot_spot);
                art.draw(frame, kb::at((at.x + hot.x) as f64 - x, (at.y + hot.y) as f64 - y));
            }
        }
        art.screen.colour(96, 128, 72);
        for ground in level.items(Kind::GROUND) {
            for column in 0..WIDTH {
                let place = kb::ground_at(ground, corner.x + column as f32);
                if place.found {
                    unsafe { sdl::SDL_RenderDrawLine(art.screen.0, column, (place.y as f64 - y) as i32, column, HEIGHT) };
                }
            }
        }
        let runner = art.bank.find(Kind::SPRITE, "runner");
        let named = runner.find(Kind::ANIMATION, if self.running { "run" } else { "idle" });
        let animation = if named.exists() { named } else { runner.item(Kind::ANIMATION, 0) };
        let frame = animation.animation_at(now).frame();
        let place = kb::at_flipped(self.foot.x as f64 - x, self.foot.y as f64 - y, self.left, false);
        art.draw(frame, place);
        if shapes {
            art.draw_shapes(frame, place);
        }
    }
}

fn play(mut dojo: Art, mut yard: Art, frames: i64, picture: Option<&String>) {
    let screen = dojo.screen;
    let fighter = |sprite, blow, action, x, flipped| Fighter { sprite, blow, action, x, flipped, landed: false, since: None };
    let mut fighters = [fighter("fakir", "kick", "foot", 130.0, false), fighter("boxer", "punch", "fist", 176.0, true)];
    let mut hero = Hero { foot: kb::vec(-56.0, 160.0), rest: kb::vec(0.0, 0.0), speed: 0.0, standing: false, left: false, running: false };
    let (mut shapes, mut level) = (false, false);
    println!("playing");
    for frame in 0.. {
        if frames > 0 && frame == frames {
            return;
        }
        // With a number of frames, time goes by frames: the picture is always the same.
        let now = if frames > 0 { frame * 16 } else { unsafe { sdl::SDL_GetTicks() as i64 } };
        let mut event = sdl::Event { kind: 0, other: [0; 3], scancode: 0, rest: [0; 14] };
        while unsafe { sdl::SDL_PollEvent(&mut event) } != 0 {
            let key = if event.kind == sdl::KEY_DOWN { event.scancode } else { 0 };
            match key {
                F1 => shapes = !shapes,
                TAB => level = !level,
                F => fighters[0].strike(now),
                K => fighters[1].strike(now),
                _ => (),
            }
            if event.kind == sdl::QUIT || key == ESCAPE {
                return;
            }
        }
        dojo.take_new();
        yard.take_new();
        if level {
            let yard_level = yard.bank.find(Kind::LEVEL, "yard");
            screen.fill((150, 190, 216), 0, HEIGHT);
            hero.run(yard_level);
            hero.draw(&yard, yard_level, now, shapes);
        } else {
            let [left, right] = &mut fighters;
            for (fighter, back, forth) in [(&mut *left, A, D), (&mut *right, LEFT, RIGHT)] {
                if fighter.since.is_none() {
                    fighter.x += 1.5 * (held(forth) - held(back)) as f64;
                }
            }
            left.fight(right, &dojo.bank, now);
            right.fight(left, &dojo.bank, now);
            screen.fill((232, 226, 214), 0, FLOOR as i32);
            screen.fill((122, 92, 70), FLOOR as i32, HEIGHT - FLOOR as i32);
            for fighter in &fighters {
                let (pose, place) = fighter.pose(&dojo.bank, now);
                dojo.draw(pose, place);
                if shapes {
                    dojo.draw_shapes(pose, place);
                }
            }
        }
        if let (Some(path), true) = (picture, frame == frames - 1) {
            screen.keep(path).unwrap_or_else(|reason| eprintln!("{path}: {reason}"));
        }
        unsafe {
            sdl::SDL_RenderPresent(screen.0);
            sdl::SDL_Delay(16);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() < 3 {
        eprintln!("usage: game DOJO.kbx YARD.kbx [FRAMES [PICTURE.ppm]]");
        std::process::exit(2);
    }
    let frames = arguments.get(3).and_then(|text| text.parse().ok()).unwrap_or(0);
    let screen = unsafe {
        sdl::SDL_Init(sdl::VIDEO);
        let title = b"Kickbox with Rust\0".as_ptr().cast();
        let window = sdl::SDL_CreateWindow(title, sdl::CENTRED, sdl::CENTRED, WIDTH * SCALE, HEIGHT * SCALE, 0);
        let renderer = sdl::SDL_CreateRenderer(window, -1, if frames > 0 { sdl::SOFTWARE } else { 0 });
        sdl::SDL_RenderSetLogicalSize(renderer, WIDTH, HEIGHT);
        Screen(renderer)
    };
    match (Art::open(&arguments[1], screen), Art::open(&arguments[2], screen)) {
        (Ok(dojo), Ok(yard)) => play(dojo, yard, frames, arguments.get(4)),
        (Err(reason), _) | (_, Err(reason)) => {
            eprintln!("{reason}");
            std::process::exit(1);
        }
    }
    unsafe { sdl::SDL_Quit() };
}
