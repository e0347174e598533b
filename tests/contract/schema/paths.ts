type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A copy of `payload` in which the field at `path` is `value`; `at.b` goes into every element when `at` is a list.
 * A missing object or list on the way is made; a list of plain values becomes a list of that one value.
 */
export function withValue(payload: unknown, path: string, value: unknown): unknown {
  const [name, ...rest] = path.split('.')
  const copy: Json = isObject(payload) ? { ...payload } : {}
  if (name === undefined) return value
  const present = copy[name]
  if (rest.length === 0) copy[name] = Array.isArray(present) || name.endsWith('Ids') ? [value] : value
  else if (Array.isArray(present) && present.length > 0)
    copy[name] = present.map((element) => withValue(element, rest.join('.'), value))
  else copy[name] = withValue(present, rest.join('.'), value)
  return copy
}

/** A copy of `payload` with what stands at `keys` replaced by what `change` gives, or dropped when that is `undefined`. */
export function changedAt(
  payload: unknown,
  keys: readonly (string | number)[],
  change: (present: unknown) => unknown,
): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return change(payload)
  if (Array.isArray(payload))
    return payload.map((item, index) => (index === key ? changedAt(item, rest, change) : item))
  if (!isObject(payload)) return payload
  const copy: Json = { ...payload }
  const changed = changedAt(copy[key], rest, change)
  if (changed === undefined) delete copy[key]
  else copy[key] = changed
  return copy
}
