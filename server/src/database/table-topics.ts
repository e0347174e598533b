import type { LiveTopic } from '@huanji/contract/live'

/** What is told when rows of a table were written, by the table's name in the types. */
export type TableTopics = Readonly<Record<string, readonly LiveTopic[]>>

const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Each table that a statement writes, also in its `with` part; `for update` and `do update` name none. */
const WRITES = /\b(?:insert into|update|delete from) "?(\w+)"?/g

/** Tells the topics of the tables that a statement's text writes. A table that is not named tells of nothing. */
export function topicsBy(tables: TableTopics): (text: string) => LiveTopic[] {
  const bySqlName = new Map(Object.entries(tables).map(([name, topics]) => [sqlName(name), topics]))
  return (text) => [...text.matchAll(WRITES)].flatMap(([, table = '']) => bySqlName.get(table) ?? [])
}
