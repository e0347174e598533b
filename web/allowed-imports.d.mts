export function requireOrder(rooms: Iterable<readonly [room: string, stoodOn: readonly string[]]>): void
