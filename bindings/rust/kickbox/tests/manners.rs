// SPDX-License-Identifier: MIT
//! What a Rust program relies on. KICKBOX_DOJO names the bank of data/dojo.
use kickbox as kb;
use kickbox::Kind;

fn dojo() -> kb::Bank {
    kb::Bank::open(std::env::var("KICKBOX_DOJO").unwrap()).unwrap()
}

#[test]
fn handles() {
    let bank = dojo();
    let fakir = bank.find(Kind::SPRITE, "fakir");
    let kick = fakir.find(Kind::ANIMATION, "kick");
    assert_eq!((fakir.name(), kick.parent().name()), ("fakir", "fakir"));
    assert!(!fakir.find(Kind::ANIMATION, "none").exists());
    assert!(!fakir.find(Kind::ANIMATION, "ki\0ck").exists());
    assert_eq!(fakir.value("none"), None);
    let frame = kick.animation_at(100).frame();
    assert!(frame.exists());
    let everything = kb::shape_box(kb::pixel_box(-99, -99, 200, 200));
    let things = kb::frame_touching(frame, kb::at(0.0, 0.0), &everything, kb::ALL_CLASSES);
    assert_eq!(things.len() as u32, frame.count(Kind::SHAPE));
    for (i, thing) in things.iter().enumerate() {
        assert_eq!(thing.index, i as u32);
        let shape = frame.frame_shape(kb::at(0.0, 0.0), i as u32);
        assert!(shape.found);
        assert!(kb::overlap(&kb::shape_box(shape.bounds), &everything));
        assert!(shape.kind != kb::ShapeKind::BOX || kb::overlap(&shape.shape(), &everything));
    }
}

#[test]
fn another_export() {
    let mut bank = dojo();
    let fresh = kb::Bank::open(std::env::var("KICKBOX_ALONE").unwrap()).unwrap();
    let fakir = bank.find(Kind::SPRITE, "fakir");
    let last = fakir.item(Kind::FRAME, 25);
    let (here, there) = (fresh.same(fakir), fresh.same(last));
    assert_eq!((fakir.index(), here.index()), (1, 0));
    assert_eq!((here.name(), there.name()), (fakir.name(), last.name()));
    assert_eq!(there.parent().name(), "fakir");
    let shape = fresh.same(last.item(Kind::SHAPE, 1));
    assert_eq!(shape.index(), there.item(Kind::SHAPE, 1).index());
    let boxer = bank.find(Kind::SPRITE, "boxer");
    assert!(!fresh.same(boxer.item(Kind::FRAME, 0)).exists());
    bank = fresh;
    assert!(bank.find(Kind::SPRITE, "fakir").exists());
}

#[test]
fn pages() {
    let bank = dojo();
    let page = bank.item(Kind::PAGE, 0).info();
    assert_eq!(page.encoding, kb::PageEncoding::PNG);
    assert_eq!(&page.bytes()[1..4], b"PNG");
    assert!(bank.item(Kind::SPRITE, 0).info().bytes().is_empty());
}

#[test]
fn bad_banks() {
    let error = kb::Bank::from_bytes(vec![0; 200]).err().unwrap();
    assert_eq!(error.status, kb::Status::ERROR_NOT_A_BANK);
    let error = kb::Bank::open("/no/such/bank").err().unwrap();
    assert_eq!(error.status, kb::Status::ERROR_FILE);
    assert!(error.to_string().contains("/no/such/bank"));
    let mut bytes = std::fs::read(std::env::var("KICKBOX_DOJO").unwrap()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(kb::Bank::from_bytes(bytes).is_err());
}

#[test]
fn kit() {
    let corners = [kb::vec(0.0, 0.0), kb::vec(4.0, 0.0), kb::vec(4.0, 4.0), kb::vec(0.0, 4.0)];
    assert!(kb::contains(&kb::shape_convex(&corners), kb::vec(3.0, 1.0)));
    assert_eq!(kb::polygon_triangulate(&corners).len(), 6);
    assert_eq!(kb::polygon_decompose(&corners, 8).len(), 1);
    let manifold = kb::collide(
        &kb::shape_circle(kb::vec(0.0, 0.0), 2.0),
        &kb::shape_rect(kb::vec(-9.0, 1.0), kb::vec(9.0, 5.0)),
    );
    let mut ball = kb::Body {
        velocity: kb::vec(0.0, 5.0),
        inverse_mass: 1.0,
        restitution: 1.0,
        ..Default::default()
    };
    let mut floor = kb::Body { restitution: 1.0, ..Default::default() };
    kb::resolve(&mut ball, &mut floor, &manifold);
    assert!(manifold.hit && ball.velocity.y < 0.0);
    let boxes: Vec<_> = (0..100).map(|i| kb::pixel_box(i, 0, 1, 1)).collect();
    assert_eq!(kb::boxes_touching(kb::pixel_box(0, 0, 200, 9), &boxes).len(), 100);
}

#[test]
fn threads() {
    let bank = dojo();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(bank.find(Kind::SPRITE, "boxer").name(), "boxer"));
        }
    });
}

#[test]
fn lengths_that_c_trusts() {
    let refused = |ask: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err();
    let bounds = [kb::Rect { min: kb::vec(0.0, 0.0), max: kb::vec(1.0, 1.0) }; 2];
    assert_eq!(kb::pairs(&bounds, &mut [0, 0]).len(), 1);
    assert!(refused(&|| drop(kb::pairs(&bounds, &mut [0]))));
    let full = kb::Manifold { count: 3, ..Default::default() };
    assert!(refused(&|| {
        kb::resolve(&mut kb::Body::default(), &mut kb::Body::default(), &full);
    }));
    let prepared = kb::Prepared { count: 9, ..Default::default() };
    let origin = kb::vec(0.0, 0.0);
    assert!(refused(&|| assert!(!kb::prepared_overlap(&prepared, origin, &prepared, origin))));
}
