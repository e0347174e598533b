import type { CallSpec } from '@huanji/contract/call'
import type { BoundHandler, HandlerGroup } from './handler.ts'

/**
 * The handler of every call of the contract, by path.
 * @throws Error naming the call that has no handler, no access rule, a handler of the wrong sort, or two of something:
 * such a server must not start (architecture: default deny)
 */
export function coverContract(
  calls: readonly CallSpec[],
  groups: readonly HandlerGroup[],
): ReadonlyMap<string, BoundHandler> {
  const bound = new Map<string, BoundHandler>()
  for (const one of groups.flat()) {
    const { path } = one.spec
    if (bound.has(path)) throw new Error(`two handlers answer ${path}`)
    bound.set(path, one)
  }
  const paths = new Set<string>()
  for (const spec of calls) {
    if (paths.has(spec.path)) throw new Error(`the contract declares ${spec.path} twice`)
    paths.add(spec.path)
    checkCall(spec, bound.get(spec.path))
  }
  for (const path of bound.keys()) {
    if (!paths.has(path)) throw new Error(`${path} has a handler but is not in the contract`)
  }
  return bound
}

function checkCall(spec: CallSpec, handler: BoundHandler | undefined): void {
  const { path, access } = spec
  if (!access || (typeof access === 'object' && access.anyOf.length === 0)) {
    throw new Error(`${path} does not say who may call it: give it an access rule in the contract`)
  }
  if (handler === undefined) throw new Error(`${path} has no handler: add its group to modules.ts`)
  if (handler.spec !== spec) throw new Error(`the handler of ${path} was bound to another declaration of it`)
  if (handler.isPublic !== (access === 'public')) {
    throw new Error(
      handler.isPublic
        ? `${path} is not public in the contract, but its handler is marked forAnyone`
        : `${path} is public in the contract, but its handler is not marked forAnyone`,
    )
  }
}
