import { type ReactNode, useState } from 'react'
import fields from '../../components/field/field.module.css'
import { findTopics, topicsForReader } from './find-topics.ts'
import { TOPIC_GROUPS, type Topic, type TopicGroup } from './topic.ts'
import { TOPICS } from './topics.ts'

const GROUP_KEYS = Object.keys(TOPIC_GROUPS) as TopicGroup[]

/** How an entry is shown: a link on the page, a button in the drawer. */
export type EntryOf = (key: string, title: string) => ReactNode

function Entries({ topics, entryOf }: { topics: readonly Topic[]; entryOf: EntryOf }) {
  return (
    <ul>
      {topics.map(({ key, title }) => (
        <li key={key}>{entryOf(key, title)}</li>
      ))}
    </ul>
  )
}

interface TopicIndexProps {
  entryOf: EntryOf
  /** The level of the groups' titles. */
  level: 2 | 3
}

/** The reader’s topics by group, and a box that finds them by any of their words. */
export function TopicIndex({ entryOf, level }: TopicIndexProps) {
  const [words, setWords] = useState('')
  const Group = `h${level}` as const
  const topics = topicsForReader(TOPICS)
  const found = findTopics(topics, words)
  return (
    <>
      <input
        type="search"
        className={fields.input}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        aria-label="查找帮助"
        placeholder="例如：封袋、退款"
      />
      <p className="sr-only" role="status">
        {words.trim() ? `找到 ${found.length} 个主题` : ''}
      </p>
      {words.trim() ? (
        <Entries topics={found} entryOf={entryOf} />
      ) : (
        GROUP_KEYS.filter((group) => topics.some((topic) => topic.group === group)).map((group) => (
          <section key={group}>
            <Group>{TOPIC_GROUPS[group]}</Group>
            <Entries topics={topics.filter((topic) => topic.group === group)} entryOf={entryOf} />
          </section>
        ))
      )}
      {found.length === 0 ? <p className="muted">没有找到，换个说法试试。</p> : null}
    </>
  )
}
