# SPDX-License-Identifier: MIT
"""The table of src/bank/schema.c against what was written without it: the second loader, the JSON schema, the document.
Made files are what scripts/bank_schema.py makes of the table."""
import os
import struct
import sys
import unittest

import read_bank
import test_bank_documents as documents

sys.path.insert(0, os.path.join(documents.ROOT, "scripts"))

import bank_schema  # noqa: E402

DUMP = os.environ["KICKBOX_BANK_SCHEMA"]

# Keys of parts of values that the table has no records of.
INSIDE = {"frame.mask": {"top", "rows"}, "bank.kickbox_bank": {"major", "minor"}}


def keys_of(records, name):
    return {field["key"]: field for field in records[name]["fields"] if field["key"]}


def collect(records, name, item, found):
    """Adds the keys that an object of a bank has to those of its record."""
    fields = keys_of(records, name)
    found.setdefault(name, set()).update(item)
    for key, value in item.items():
        field = fields.get(key)
        child = records.get(field["child"]) if field else None
        if f"{name}.{key}" in INSIDE:
            found.setdefault(f"{name}.{key}", set()).update(value)
        if not child or child["bare"] or value is None or field["type"] == "values":
            continue
        for one in value if isinstance(value, list) else [value]:
            collect(records, child["name"], one, found)


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bank = bank_schema.load(DUMP)
        cls.records = cls.bank["by_name"]

    def test_made_files_are_not_stale(self):
        self.assertEqual(sorted(bank_schema.stale(DUMP)), [])

    def test_second_loader_knows_the_same_sections(self):
        self.assertEqual({section["name"]: section["stride"] for section in self.bank["sections"]}, read_bank.SIZES)
        self.assertEqual([section["name"] for section in self.bank["sections"] if section["always"]],
                         [name for name in read_bank.SIZES if name in read_bank.REQUIRED])

    def test_second_loader_reads_numbers_where_the_table_has_them(self):
        letters = {"u8": "B", "u16": "H", "i16": "h", "u32": "I", "u64": "Q", "fixed": "i", "f32": "f", "f64": "d"}
        for section in self.bank["sections"]:
            rows = {}
            for record in self.bank["records"]:
                if record["section"] == section["name"]:
                    rows.update(bank_schema.record_rows(self.bank, record))
            if section["stride"] == 1:
                continue
            with self.subTest(section["name"]):
                text, at = "", 0
                for offset, (kind, _) in sorted(rows.items()):
                    self.assertEqual(offset, at)
                    text += letters.get(kind) or (kind.split()[0] + "s")
                    at += struct.calcsize("<" + (letters.get(kind) or kind.split()[0] + "s"))
                self.assertEqual(at, section["stride"])
                loader = read_bank.RECORDS[section["name"]]
                if loader.endswith("Q") and text.endswith("8s"):
                    text = text[:-2] + "Q"
                self.assertEqual("<" + text, loader)

    def test_second_loader_reads_every_key_and_no_other(self):
        found = {}
        for case in documents.CASES:
            bank = read_bank.read(documents.load(os.path.join(case, "bank.kbx"), binary=True))
            collect(self.records, "bank", bank, found)
        wanted = {name: set(keys_of(self.records, name)) for name in self.records
                  if not self.records[name]["bare"] and keys_of(self.records, name)}
        self.assertEqual(found, {**wanted, **INSIDE})

    def test_json_schema_has_every_key_and_no_other(self):
        schema = documents.load_schema()
        for name, record in self.records.items():
            if record["bare"] or not keys_of(self.records, name):
                continue
            with self.subTest(name):
                object_ = schema if name == "bank" else schema["definitions"][name]
                self.assertEqual(set(object_["properties"]), set(keys_of(self.records, name)))

    def test_document_explains_every_section_and_key(self):
        with open(bank_schema.DOCUMENT, encoding="utf-8") as file:
            text = file.read()
        for section in self.bank["sections"]:
            if section["stride"] > 1:
                self.assertIn(f"<!-- table: {section['name']} -->", text)
            self.assertIn(f"`{section['name']}`", text)
        for name in self.records:
            for key in keys_of(self.records, name):
                self.assertIn(f"| *{name}* | `{key}` |" if not self.records[name]["bare"] else "", text)


if __name__ == "__main__":
    unittest.main()
