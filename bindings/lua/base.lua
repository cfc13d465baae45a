-- ---- the library

local function folders()
  local list = {}
  local source = debug.getinfo(1, "S").source
  if source:sub(1, 1) == "@" then
    list[#list + 1] = source:sub(2):match("^(.*[/\\])") or "./"
  end
  if love and love.filesystem then
    list[#list + 1] = love.filesystem.getSource() .. "/"
    list[#list + 1] = love.filesystem.getSourceBaseDirectory() .. "/"
  end
  return list
end

-- KICKBOX_LIBRARY, then next to this file or the game, then where the system looks.
local function load_library()
  local names = { Windows = "kickbox_flat.dll", OSX = "libkickbox_flat.dylib" }
  local name = names[ffi.os] or "libkickbox_flat.so"
  local paths = { os.getenv("KICKBOX_LIBRARY") }
  for _, folder in ipairs(folders()) do
    paths[#paths + 1] = folder .. name
  end
  paths[#paths + 1] = "kickbox_flat"
  local reasons = {}
  for _, path in ipairs(paths) do
    local ok, library = pcall(ffi.load, path)
    if ok then return library end
    reasons[#reasons + 1] = library
  end
  error("kickbox: no library found; set KICKBOX_LIBRARY to its path\n  "
        .. table.concat(reasons, "\n  "), 0)
end

local C = load_library()
local ALL = 0xffffffffffffffffULL
local type, tonumber, pairs, ipairs, error = type, tonumber, pairs, ipairs, error

---@class kickbox
local kb = {}

-- ---- memory that C borrows

-- What a struct points to lives as long as the struct.
local borrowed = setmetatable({}, { __mode = "k" })

-- Banks and packed bytes live until they are closed or released: handles are plain structs.
local open = {}

local function address(pointer)
  return tonumber(ffi.cast("uintptr_t", ffi.cast("const void *", pointer)))
end

-- A copy at a multiple of 64, which C reads fastest: where it is, and what holds it.
local function aligned(bytes)
  local memory = ffi.new("uint8_t[?]", #bytes + 64)
  local at = memory + (-address(memory)) % 64
  ffi.copy(at, bytes, #bytes)
  return at, memory
end

-- ---- what C takes

local function text(pointer)
  if pointer ~= nil then return ffi.string(pointer) end
end

-- An error in the line that called the function that checks its parameter.
local function wrong(what, value, level)
  error("kickbox: expected " .. what .. ", got " .. type(value), level or 4)
end

-- Makes a struct from a table such as {1, 2} or {x = 1, y = 2}; `pointers` are its lists:
-- {field = {type, length field}}. Other pointer fields take cdata.
local function struct(ctype, value, pointers)
  if not pointers then return ctype(value) end
  local made = ctype()
  local lists = { value }
  for key, item in pairs(value) do
    local list = pointers[key]
    if list and type(item) == "table" then
      if list[2] and value[list[2]] == nil then made[list[2]] = #item end
      item = kb.array(list[1], item)
      lists[#lists + 1] = item
    end
    made[key] = item
  end
  borrowed[made] = lists
  return made
end

-- Parts of a struct that are structs or lists are copies, to read and to set as a whole: a view
-- would show freed memory when the struct around it is gone. `fields`: {name}, or {name, name for
-- the FFI, type}.
local function parts(ctype, fields)
  local order, names, kinds = {}, {}, {}
  for i, field in ipairs(fields) do
    order[i], names[field[1]] = field[1], field[2]
    kinds[field[1]] = field[3] and ffi.typeof(field[3])
  end
  local function unknown(key)
    error(("kickbox: %s has no field '%s'"):format(ctype, tostring(key)), 3)
  end
  ffi.metatype(ctype, {
    __index = function (self, key)
      local kind = kinds[key]
      if not kind then unknown(key) end
      return ffi.new(kind, self[names[key]])
    end,
    __newindex = function (self, key, value)
      local kind = kinds[key]
      if not kind then unknown(key) end
      if type(value) == "table" then value = kind(value) end
      self[names[key]] = value
    end,
    __new = function (made, first, ...)
      if first == nil then return ffi.new(made) end
      if ffi.istype(made, first) then return ffi.new(made, first) end
      local given = first
      if type(first) ~= "table" or select("#", ...) > 0 then given = { first, ... } end
      local new = ffi.new(made)
      for key, value in pairs(given) do new[order[key] or key] = value end
      return new
    end,
  })
end

-- A function that takes a struct or a table.
local function taker(ctype, pointers)
  local what = "a kbx." .. tostring(ctype):match("kbx_([%w_]+)")
  return function (value)
    if type(value) == "cdata" then return value end
    if type(value) ~= "table" then wrong(what, value) end
    return struct(ctype, value, pointers)
  end
end

-- A struct that C changes: a table would not show the change.
local function changed(value)
  if type(value) ~= "cdata" then wrong("a struct to change", value) end
  return value
end

---An array of structs or numbers for C: of a list, or of a number of zeros.
---`kb.array(kb.vec, {{0, 0}, {8, 0}})`, `kb.array("uint32_t", 16)`
---@param ctype any a type such as kb.vec, or the name of a C type
---@param values table|integer
---@return ffi.cdata*
function kb.array(ctype, values)
  local array = ffi.typeof("$[?]", ffi.typeof(ctype))
  if type(values) == "number" then return array(values) end
  local made = array(#values)
  local kind = ffi.typeof(ctype)
  for i, value in ipairs(values) do
    made[i - 1] = type(value) == "table" and kind(value) or value
  end
  return made
end

-- An array for C and how many elements it has.
local function list(ctype, value)
  if value == nil then return nil, 0 end
  if type(value) == "cdata" then
    return value, ffi.sizeof(value) / ffi.sizeof(ctype)
  end
  if type(value) ~= "table" then wrong("a list", value) end
  return kb.array(ctype, value), #value
end

-- Elements that C changed, back into the caller's table.
local function give_back(value, array, count)
  if type(value) ~= "table" then return end
  for i = 1, count do value[i] = array[i - 1] end
end

local function texts(names)
  if type(names) ~= "table" then wrong("a list of texts", names) end
  return ffi.new("const char *[?]", #names + 1, names), #names
end

-- ---- what C gives

-- Where C writes lists; one for each type, which grows.
local function room(ctype)
  local r = { capacity = 32, ctype = ffi.typeof(ctype) }
  r.array = ffi.typeof("$[?]", r.ctype)
  r.is_number = tonumber(r.ctype()) ~= nil
  r.at = r.array(r.capacity)
  return r
end

local function grow(r, count)
  r.capacity = count
  r.at = r.array(count)
end

-- A list for Lua, which keeps nothing of the room.
local function taken(r, count)
  local values, at, ctype = {}, r.at, r.ctype
  if r.is_number then
    for i = 1, count do values[i] = at[i - 1] end
  else
    for i = 1, count do values[i] = ctype(at[i - 1]) end
  end
  return values
end

-- "section FRAM, byte 120: a frame without a sprite"
local function reason(e, where)
  local section = ffi.string(e.section)
  local parts = {}
  if section ~= "" then parts[1] = "section " .. section end
  if section ~= "" or e.offset ~= 0 then
    parts[#parts + 1] = where .. " " .. tonumber(e.offset)
  end
  local message = text(e.message) or text(C.kbxf_status_text(e.status))
  return (#parts > 0 and table.concat(parts, ", ") .. ": " or "") .. message
end

-- Measures, then writes; `work` is how much memory C wants for the call.
local function pack(call, plan, work)
  local failed = kb.error()
  local memory = work > 0 and ffi.new("uint8_t[?]", work) or nil
  local size = call(plan, memory, work, nil, 0, failed)
  if size == 0 then return nil, reason(failed, "element"), failed end
  local bytes = ffi.new("uint8_t[?]", size)
  call(plan, memory, work, bytes, size, failed)
  return ffi.string(bytes, size)
end
