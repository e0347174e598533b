import { useEffect } from 'react'
import styles from './help.module.css'
import { markNewsSeen } from './help-news.ts'
import { HelpText } from './help-text.tsx'
import { NEWS } from './news.ts'
import type { EntryOf } from './topic-index.tsx'

interface NewsViewProps {
  level: 2 | 3
  /** How a topic is reached that tells more. */
  entryOf: EntryOf
  titleRef: (title: HTMLHeadingElement | null) => void
}

/** 更新说明: what is new, version by version. Whoever sees it has seen this version's news. */
export function NewsView({ level, entryOf, titleRef }: NewsViewProps) {
  useEffect(markNewsSeen, [])
  const Title = `h${level}` as const
  const Version = level === 2 ? 'h3' : 'h4'
  return (
    <article className={styles.topic} aria-label="更新说明">
      <Title ref={titleRef} tabIndex={-1}>
        更新说明
      </Title>
      {NEWS.map(({ version, items }) => (
        <section key={version}>
          <Version>版本 {version}</Version>
          <ul className={styles.newsItems}>
            {items.map(({ title, text, topic }) => (
              <li key={title}>
                <b>{title}</b>
                <p>
                  <HelpText text={text} />
                  {topic ? entryOf(topic, '查看用法') : null}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  )
}
