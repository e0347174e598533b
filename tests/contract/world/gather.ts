import type { Client } from './client.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A client that writes down every id it is told, by the name of the field: newest last. */
export function gatherIds(client: Client, into: Record<string, readonly string[]>): Client {
  const { employeeId } = client.who
  into.employeeId = [employeeId]
  return {
    who: client.who,
    url: client.url,
    rest: client.rest,
    call: async (spec, payload, step) => {
      const answer = await client.call(spec, payload, step)
      gather(answer, into)
      return answer
    },
  }
}

function gather(value: unknown, into: Record<string, readonly string[]>): void {
  if (Array.isArray(value)) for (const item of value) gather(item, into)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== 'string') gather(field, into)
    else if (name.endsWith('Id') && UUID.test(field)) into[name] = [...new Set([...(into[name] ?? []), field])]
  }
}
