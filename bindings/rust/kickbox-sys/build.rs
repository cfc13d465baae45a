// SPDX-License-Identifier: MIT
//! Compiles the C library with the compiler that CC names, or cc.
use std::{env, path::Path, process::Command};

fn run(command: &mut Command) {
    let done = command.status();
    assert!(done.map_or(false, |status| status.success()), "{command:?} failed");
}

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let cc = env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut objects = Vec::new();
    for name in ["kickbox", "kickbox_pack", "kickbox_flat"] {
        let source = format!("c/{name}.c");
        let object = Path::new(&out).join(format!("{name}.o"));
        println!("cargo:rerun-if-changed={source}");
        run(Command::new(&cc)
            .args(["-std=c11", "-O2", "-fPIC", "-ffp-contract=off", "-Ic", "-c", &source, "-o"])
            .arg(&object));
        objects.push(object);
    }
    let archive = Path::new(&out).join("libkickbox_flat.a");
    run(Command::new("ar").arg("crs").arg(archive).args(&objects));
    println!("cargo:rustc-link-search=native={out}");
    println!("cargo:rustc-link-lib=static=kickbox_flat");
    println!("cargo:rustc-link-lib=m");
}
