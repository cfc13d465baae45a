// SPDX-License-Identifier: MIT
//! Kickbox banks for games: sprites with hot spots, points and shapes, masks, tracks and levels.
//!
//! ```no_run
//! use kickbox as kb;
//! let bank = kb::Bank::open("game.kbx")?;
//! let frame = bank.find(kb::Kind::SPRITE, "fakir").item(kb::Kind::FRAME, 0);
//! let hit = kb::frame_at(frame, kb::at(100.0, 80.0), kb::point(104, 60), kb::ALL_CLASSES);
//! # Ok::<(), kb::Error>(())
//! ```
//!
//! The functions are those of C without `kbx_`. A slice needs no length; what a function lists is
//! returned, and so is what C writes through a pointer. A handle borrows its bank.
use std::ffi::{CStr, CString};
use std::fmt;
use std::marker::PhantomData;

pub use kickbox_sys as sys;

mod api;
pub use api::*;

/// Bad input: what is wrong, in which section of a bank, at which byte.
#[derive(Clone, Debug)]
pub struct Error {
    pub status: Status,
    pub section: String,
    pub offset: u64,
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} byte {}: {}", self.section, self.offset, self.message)
    }
}

impl std::error::Error for Error {}

/// `text` as C reads it. What holds a zero is nobody's name.
fn text_of(text: &str) -> CString {
    CString::new(text).unwrap_or_default()
}

fn polygon_of(corners: &[Vec2]) -> sys::Polygon {
    sys::Polygon { corners: corners.as_ptr(), count: corners.len() as u32 }
}

/// The text that C gives. It lives as long as the bank.
unsafe fn str_of<'a>(text: *const std::os::raw::c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    CStr::from_ptr(text).to_str().ok()
}

/// The list that `ask` (room, capacity) writes. It returns the length, also of one that is longer.
fn list_of<T>(mut ask: impl FnMut(*mut T, usize) -> usize) -> Vec<T> {
    let mut list = Vec::with_capacity(16);
    let mut count = ask(list.as_mut_ptr(), list.capacity());
    if count > list.capacity() {
        list = Vec::with_capacity(count);
        count = ask(list.as_mut_ptr(), list.capacity());
    }
    // C has written the first `count`.
    unsafe { list.set_len(count) };
    list
}

fn error_of(raw: &sys::Error) -> Error {
    let section = raw.section.iter().take_while(|byte| **byte != 0).map(|byte| *byte as u8 as char);
    Error {
        status: raw.status,
        section: section.collect(),
        offset: raw.offset,
        message: unsafe { str_of(raw.message) }.unwrap_or("cannot be read").into(),
    }
}

/// A pixel or a cell.
pub fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// A position or a vector, in pixels.
pub fn vec(x: f32, y: f32) -> Vec2 {
    Vec2 { x, y }
}

/// The pixels from (x, y) on.
pub fn pixel_box(x: i32, y: i32, w: i32, h: i32) -> PixelBox {
    PixelBox { x0: x, y0: y, x1: x + w, y1: y + h }
}

// ---- banks

/// kbx_bank is 960 bytes long, or less.
type BankMemory = [u64; 128];

/// An open bank and its bytes. All its handles borrow it.
pub struct Bank {
    raw: Box<BankMemory>,
    _data: Vec<u8>,
}

// C only reads an open bank.
unsafe impl Send for Bank {}
unsafe impl Sync for Bank {}

impl Bank {
    /// Opens the bank in a file. Everything in it is checked once.
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Bank, Error> {
        match std::fs::read(&path) {
            Ok(data) => Bank::from_bytes(data),
            Err(reason) => Err(Error {
                status: Status::ERROR_FILE,
                section: String::new(),
                offset: 0,
                message: format!("{}: {reason}", path.as_ref().display()),
            }),
        }
    }

    /// Opens the bank in these bytes.
    pub fn from_bytes(data: Vec<u8>) -> Result<Bank, Error> {
        let mut raw: Box<BankMemory> = Box::new([0; 128]);
        let mut error = std::mem::MaybeUninit::<sys::Error>::zeroed();
        let status = unsafe {
            sys::kbxf_bank_open(
                raw.as_mut_ptr().cast(),
                data.as_ptr().cast(),
                data.len(),
                error.as_mut_ptr(),
            )
        };
        if status != Status::OK {
            return Err(error_of(unsafe { error.assume_init_ref() }));
        }
        Ok(Bank { raw, _data: data })
    }

    fn address(&self) -> *const std::os::raw::c_void {
        self.raw.as_ptr().cast()
    }

    /// How many things of a kind it has.
    pub fn count(&self, kind: Kind) -> u32 {
        unsafe { sys::kbxf_bank_count(self.address(), kind) }
    }

    /// The thing of that number; a null handle past the last.
    pub fn item(&self, kind: Kind, i: u32) -> Handle<'_> {
        Handle::made(|to| unsafe { sys::kbxf_bank_item(self.address(), kind, i, to) })
    }

    /// The thing of that name; a null handle without one.
    pub fn find(&self, kind: Kind, name: &str) -> Handle<'_> {
        let name = text_of(name);
        Handle::made(|to| unsafe { sys::kbxf_bank_find(self.address(), kind, name.as_ptr(), to) })
    }

    /// The thing with the same owner and name as one of another bank, such as an earlier export;
    /// without a name of its own, that of the same number. A null handle if it is gone.
    pub fn same<'a>(&'a self, thing: Handle<'_>) -> Handle<'a> {
        let (parent, name, kind) = (thing.parent(), thing.name(), thing.kind());
        if !parent.exists() {
            return if name.is_empty() {
                self.item(kind, thing.index())
            } else {
                self.find(kind, name)
            };
        }
        let owner = self.same(parent);
        if !name.is_empty() && parent.find(kind, name).index() == thing.index() {
            return owner.find(kind, name);
        }
        let position = parent.items(kind).position(|item| item.index() == thing.index());
        owner.item(kind, position.map_or(u32::MAX, |i| i as u32))
    }

    /// The set of classes of these names. Unknown names are not in it.
    pub fn classes(&self, names: &[&str]) -> u64 {
        names.iter().fold(0, |set, name| {
            let found = self.find(Kind::CLASS, name);
            set | if found.exists() { class_bit(found.index()) } else { 0 }
        })
    }

    pub fn class_name(&self, class_index: u32) -> &str {
        self.item(Kind::CLASS, class_index).name()
    }
}

/// Bytes that a function of kickbox_pack.h made, opened.
pub struct Packed {
    raw: sys::Handle,
    _data: Vec<u8>,
}

impl Packed {
    pub fn open(kind: Kind, data: Vec<u8>) -> Result<Packed, Error> {
        let mut raw = std::mem::MaybeUninit::zeroed();
        let mut error = std::mem::MaybeUninit::<sys::Error>::zeroed();
        let status = unsafe {
            sys::kbxf_open(
                raw.as_mut_ptr(),
                kind,
                data.as_ptr().cast(),
                data.len(),
                error.as_mut_ptr(),
            )
        };
        if status != Status::OK {
            return Err(error_of(unsafe { error.assume_init_ref() }));
        }
        Ok(Packed { raw: unsafe { raw.assume_init() }, _data: data })
    }

    pub fn handle(&self) -> Handle<'_> {
        Handle::new(self.raw)
    }
}

// ---- handles

/// Names a thing in a bank, or nothing.
#[derive(Clone, Copy)]
pub struct Handle<'a> {
    pub(crate) raw: sys::Handle,
    lent: PhantomData<&'a Bank>,
}

unsafe impl Send for Handle<'_> {}
unsafe impl Sync for Handle<'_> {}

impl<'a> Handle<'a> {
    pub(crate) fn new(raw: sys::Handle) -> Self {
        Handle { raw, lent: PhantomData }
    }

    fn made(make: impl FnOnce(*mut sys::Handle)) -> Self {
        let mut raw = std::mem::MaybeUninit::zeroed();
        make(raw.as_mut_ptr());
        Handle::new(unsafe { raw.assume_init() })
    }

    pub fn exists(self) -> bool {
        self.raw.kind != Kind::NOTHING
    }

    pub fn kind(self) -> Kind {
        self.raw.kind
    }

    pub fn index(self) -> u32 {
        self.raw.index
    }

    /// Its name, "" if it has none.
    pub fn name(self) -> &'a str {
        unsafe { str_of(sys::kbxf_name(&self.raw)) }.unwrap_or("")
    }

    /// Its owner, as a frame's sprite.
    pub fn parent(self) -> Handle<'a> {
        Handle::made(|to| unsafe { sys::kbxf_parent(&self.raw, to) })
    }

    pub fn count(self, kind: Kind) -> u32 {
        unsafe { sys::kbxf_count(&self.raw, kind) }
    }

    pub fn item(self, kind: Kind, i: u32) -> Handle<'a> {
        Handle::made(|to| unsafe { sys::kbxf_item(&self.raw, kind, i, to) })
    }

    /// All parts of a kind.
    pub fn items(self, kind: Kind) -> impl Iterator<Item = Handle<'a>> {
        (0..self.count(kind)).map(move |i| self.item(kind, i))
    }

    pub fn find(self, kind: Kind, name: &str) -> Handle<'a> {
        let name = text_of(name);
        Handle::made(|to| unsafe { sys::kbxf_find(&self.raw, kind, name.as_ptr(), to) })
    }

    /// The text of its value for a key.
    pub fn value(self, key: &str) -> Option<&'a str> {
        let key = text_of(key);
        unsafe { str_of(sys::kbxf_value(&self.raw, key.as_ptr())) }
    }

    pub fn info(self) -> About<'a> {
        let mut raw = std::mem::MaybeUninit::uninit();
        unsafe { sys::kbxf_info(&self.raw, raw.as_mut_ptr()) };
        About::new(unsafe { raw.assume_init() })
    }

    /// Where an animation is after `ms`.
    pub fn animation_at(self, ms: i64) -> Step<'a> {
        let mut raw = std::mem::MaybeUninit::uninit();
        unsafe { sys::kbxf_animation_at(&self.raw, ms, raw.as_mut_ptr()) };
        Step::new(unsafe { raw.assume_init() })
    }

    pub fn animation_step(self, i: u32) -> Step<'a> {
        let mut raw = std::mem::MaybeUninit::uninit();
        unsafe { sys::kbxf_animation_step(&self.raw, i, raw.as_mut_ptr()) };
        Step::new(unsafe { raw.assume_init() })
    }

    /// Shape i of a frame, at its place.
    pub fn frame_shape(self, place: Place, i: u32) -> PlacedShape<'a> {
        let mut raw = std::mem::MaybeUninit::uninit();
        unsafe { sys::kbxf_frame_shape(&self.raw, &place, i, raw.as_mut_ptr()) };
        PlacedShape::new(unsafe { raw.assume_init() })
    }
}

impl fmt::Debug for Handle<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Handle(kind {}, {} {:?})", self.kind().0, self.index(), self.name())
    }
}

/// A struct of C that borrows: its plain fields, and a method for each other one.
macro_rules! borrowing {
    ($(#[$about:meta])* $name:ident { $($field:ident: $kind:ident),* }) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            pub(crate) raw: sys::$name,
            lent: PhantomData<&'a ()>,
        }

        impl<'a> $name<'a> {
            pub(crate) fn new(raw: sys::$name) -> Self {
                $name { raw, lent: PhantomData }
            }
            $(pub fn $field(&self) -> $kind<'a> {
                $kind::new(self.raw.$field)
            })*
        }

        impl std::ops::Deref for $name<'_> {
            type Target = sys::$name;
            fn deref(&self) -> &sys::$name {
                &self.raw
            }
        }
    };
}

borrowing!(
    /// What a thing is: see kbx_info.
    About { mask: Handle, frame: Handle, target: Handle });
borrowing!(
    /// A step of an animation.
    Step { frame: Handle });
borrowing!(
    /// A shape of the world. One of many corners borrows them.
    Shape {});
borrowing!(
    /// A shape of a frame at its place.
    PlacedShape { shape: Shape });

impl<'a> About<'a> {
    /// The picture in a page: a PNG file or pixels, as `encoding` says.
    pub fn bytes(&self) -> &'a [u8] {
        if self.raw.data.is_null() {
            return &[];
        }
        unsafe { std::slice::from_raw_parts(self.raw.data, self.raw.data_size) }
    }

    pub fn value_text(&self) -> Option<&'a str> {
        unsafe { str_of(self.raw.text) }
    }
}

/// A simple polygon.
pub fn shape_polygon(corners: &[Vec2]) -> Shape<'_> {
    shape_of(corners, sys::kbxf_shape_polygon)
}

/// A convex polygon.
pub fn shape_convex(corners: &[Vec2]) -> Shape<'_> {
    shape_of(corners, sys::kbxf_shape_convex)
}

fn shape_of<'a>(
    corners: &'a [Vec2],
    make: unsafe extern "C" fn(*const Vec2, u32, *mut sys::Shape),
) -> Shape<'a> {
    let mut raw = std::mem::MaybeUninit::uninit();
    unsafe { make(corners.as_ptr(), corners.len() as u32, raw.as_mut_ptr()) };
    Shape::new(unsafe { raw.assume_init() })
}

/// Three indices of corners for each triangle; none for a polygon without area.
pub fn polygon_triangulate(corners: &[Vec2]) -> Vec<u32> {
    let mut triangles = vec![0; 3 * corners.len()];
    let mut work = vec![0; 4 * corners.len() + 1];
    let count = unsafe {
        sys::kbxf_polygon_triangulate(
            &polygon_of(corners),
            triangles.as_mut_ptr(),
            work.as_mut_ptr(),
        )
    };
    triangles.truncate(3 * count as usize);
    triangles
}

/// The indices of the corners of each convex part, of at most `most` corners.
pub fn polygon_decompose(corners: &[Vec2], most: u32) -> Vec<Vec<u32>> {
    let mut indices = vec![0; 3 * corners.len()];
    let mut counts = vec![0; corners.len()];
    let mut work = vec![0; 16 * corners.len() + 1];
    let count = unsafe {
        sys::kbxf_polygon_decompose(
            &polygon_of(corners),
            most,
            indices.as_mut_ptr(),
            counts.as_mut_ptr(),
            work.as_mut_ptr(),
        )
    };
    let mut rest = &indices[..];
    counts[..count as usize]
        .iter()
        .map(|&length| {
            let (part, after) = rest.split_at(length as usize);
            rest = after;
            part.to_vec()
        })
        .collect()
}

// ---- levels

/// What of a level a question is about.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    pub(crate) raw: sys::Filter,
    lent: PhantomData<&'a ()>,
}

impl<'a> Filter<'a> {
    pub(crate) fn new(raw: sys::Filter) -> Self {
        Filter { raw, lent: PhantomData }
    }

    pub fn classes(mut self, set: u64) -> Self {
        self.raw.classes = set;
        self
    }

    pub fn layers(mut self, set: u64) -> Self {
        self.raw.layers = set;
        self
    }

    /// Falls through floors that stop only from above.
    pub fn drop_through(mut self, falls: bool) -> Self {
        self.raw.drop_through = falls;
        self
    }
}

/// A level of a game's own layers.
pub struct Layers<'a> {
    layers: Vec<sys::Handle>,
    lent: PhantomData<&'a ()>,
}

impl<'a> Layers<'a> {
    pub fn new(layers: &[Handle<'a>]) -> Self {
        Layers { layers: layers.iter().map(|layer| layer.raw).collect(), lent: PhantomData }
    }

    pub fn level(&self) -> Handle<'_> {
        let (layers, count) = (self.layers.as_ptr(), self.layers.len() as u32);
        Handle::made(|to| unsafe { sys::kbxf_level_of(layers, count, to) })
    }
}
