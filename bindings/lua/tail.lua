-- ---- polygons

---Divides a simple polygon into triangles: three indices of corners, from 0, for each.
---@param polygon kbx.polygon|table
---@return integer[] indices empty for a polygon without area
function kb.polygon_triangulate(polygon)
  polygon = as_polygon(polygon)
  if polygon.count < 3 then return {} end
  local room = { at = kb.array("uint32_t", 3 * (polygon.count - 2)), is_number = true }
  local work = kb.array("uint32_t", WORK.TRIANGULATE(polygon.count))
  return taken(room, 3 * C.kbxf_polygon_triangulate(polygon, room.at, work))
end

---Divides a simple polygon into convex parts of at most `most` corners.
---@param polygon kbx.polygon|table
---@param most integer
---@return integer[] indices of corners, from 0, of one part after the other
---@return integer[] counts how many each part has
function kb.polygon_decompose(polygon, most)
  polygon = as_polygon(polygon)
  if polygon.count < 3 then return {}, {} end
  local indices = { at = kb.array("uint32_t", 3 * (polygon.count - 2)), is_number = true }
  local counts = { at = kb.array("uint32_t", polygon.count - 2), is_number = true }
  local work = kb.array("uint32_t", WORK.DECOMPOSE(polygon.count))
  local n = C.kbxf_polygon_decompose(polygon, most, indices.at, counts.at, work)
  local total = 0
  for i = 0, n - 1 do total = total + counts.at[i] end
  return taken(indices, total), taken(counts, n)
end

-- ---- banks

local MAGIC = "\138KBX"

---Opens a bank. It stays open, with all its memory, until bank:close().
---@param source string the path of a file, or the bytes of one
---@return kbx.bank? bank nil if it cannot be opened
---@return string? reason with the section and the byte
---@return kbx.error? error
function kb.open(source)
  if type(source) ~= "string" then wrong("a path or the bytes of a bank", source, 3) end
  local bank, failed = kb.bank(), kb.error()
  local bytes = source:sub(1, #MAGIC) == MAGIC or source:find("%z")
  local status, at, memory
  if bytes then
    at, memory = aligned(source)
    status = C.kbxf_bank_open(bank, at, #source, failed)
  else
    status = C.kbxf_bank_open_file(bank, source, failed)
  end
  if status ~= kb.STATUS.OK then
    return nil, (bytes and "bank" or source) .. ": " .. reason(failed, "byte"), failed
  end
  open[address(bank)] = { bank, memory }
  return bank
end

---Opens what a function such as kb.maze_pack made. It stays until kb.release.
---@param kind integer kb.KIND
---@param bytes string
---@return kbx.handle? handle nil if it cannot be opened
---@return string? reason
---@return kbx.error? error
function kb.open_packed(kind, bytes)
  local handle, failed = kb.handle(), kb.error()
  local at, memory = aligned(bytes)
  if C.kbxf_open(handle, kind, at, #bytes, failed) ~= kb.STATUS.OK then
    return nil, reason(failed, "byte"), failed
  end
  open[address(handle.data)] = memory
  return handle
end

---A level of layers that were packed here or come from banks. It stays until kb.release.
---@param layers kbx.handle[]
---@return kbx.handle?
function kb.level_of(layers)
  local array, count = list(kb.handle, layers)
  local level = kb.handle()
  C.kbxf_level_of(array, count, level)
  if level.kind == 0 then return nil end
  open[address(level.data)] = array
  return level
end

---Frees the memory of kb.open_packed or kb.level_of. Voids all handles of it.
---@param handle kbx.handle
function kb.release(handle)
  open[address(handle.data)] = nil
end

---@class kbx.bank
local Bank = {}

---The number of things of a kind.
---@param kind integer kb.KIND
---@return integer
function Bank:count(kind) return kb.bank_count(self, kind) end

---Thing i of a kind, from 0.
---@param kind integer kb.KIND
---@param i integer
---@return kbx.handle?
function Bank:item(kind, i) return kb.bank_item(self, kind, i) end

---The first thing of a kind with that name.
---@param kind integer kb.KIND
---@param name string
---@return kbx.handle?
function Bank:find(kind, name) return kb.bank_find(self, kind, name) end

---The set of the named classes, unknown names ignored.
---@param ... string
---@return kbx.class_set
function Bank:classes(...) return kb.bank_classes(self, { ... }) end

---Takes a new version of the file, or keeps the old one if that is bad. The given handles then name
---the same things, or their kind is NOTHING. All others are void.
---@param path string
---@param handles? kbx.handle[]
---@return boolean taken
---@return string? reason
---@return kbx.error? error
function Bank:reload(path, handles)
  local failed = kb.error()
  local array, count = list(kb.handle, handles)
  if C.kbxf_bank_reload_file(self, path, array, count, failed) ~= kb.STATUS.OK then
    return false, path .. ": " .. reason(failed, "byte"), failed
  end
  for i = 1, type(handles) == "table" and count or 0 do
    ffi.copy(handles[i], array[i - 1], ffi.sizeof(kb.handle))
  end
  open[address(self)] = { self }
  return true
end

---Closes the bank and frees its memory. Voids all its handles.
function Bank:close()
  C.kbxf_bank_close_file(self)
  open[address(self)] = nil
end

ffi.metatype(kb.bank, { __index = Bank })

-- ---- handles

---@class kbx.handle
local Handle = {}

---How many parts of a kind it has.
---@param kind integer kb.KIND
---@return integer
function Handle:count(kind) return kb.count(self, kind) end

---Part i of a kind, from 0.
---@param kind integer kb.KIND
---@param i integer
---@return kbx.handle?
function Handle:item(kind, i) return kb.item(self, kind, i) end

---The first part of a kind with that name.
---@param kind integer kb.KIND
---@param name string
---@return kbx.handle?
function Handle:find(kind, name) return kb.find(self, kind, name) end

---Its owner, as a frame's sprite.
---@return kbx.handle?
function Handle:parent() return kb.parent(self) end

---@return string name "" if it has none
function Handle:name() return kb.name(self) end

---The text of its value for a key.
---@param key string
---@return string?
function Handle:value(key) return kb.value(self, key) end

---What it is, in one struct.
---@param result? kbx.about filled and returned instead of a new one
---@return kbx.about
function Handle:info(result) return kb.info(self, result) end

local kinds = {}
for name, kind in pairs(kb.KIND) do kinds[kind] = name:lower() end

local function is_handle(value)
  return ffi.istype(kb.handle, value)
end

ffi.metatype(kb.handle, {
  __index = Handle,
  __eq = function (a, b)
    return is_handle(a) and is_handle(b) and a.bank == b.bank and a.data == b.data
      and a.index == b.index and a.kind == b.kind
  end,
  __tostring = function (handle)
    return ("kbx.handle: %s %d"):format(kinds[handle.kind] or "?", handle.index)
  end,
})

return kb
