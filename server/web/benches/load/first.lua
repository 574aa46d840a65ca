-- Each request is one that nobody made before: a setting that no page has makes the address another one.
local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end
local at = 0
function request()
  at = at + 1
  return wrk.format("GET", string.format("%s?nobody=%d-%d", wrk.path, id, at))
end
