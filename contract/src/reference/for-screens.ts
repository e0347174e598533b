import { type CallDetail, type GroupInfo, referenceDetails, referenceGroups } from './reference.ts'

/**
 * The calls' reference for the screens. In the web client's build, data stand in this file's place, a file for each group,
 * so that no schema reaches the browser with them (web/build/reference-plugin.ts).
 */
export const GROUPS: readonly GroupInfo[] = referenceGroups()

/** The calls of a group in full, by path. @throws Error when they cannot be loaded */
export const loadGroup = async (group: string): Promise<Readonly<Record<string, CallDetail>>> => referenceDetails(group)
