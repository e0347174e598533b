import { PAGES } from '@huanji/contract/pages'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { Wordmark } from '../../components/wordmark/wordmark.tsx'
import { PUBLIC_PAGES } from '../../session/public-pages.ts'
import styles from './help.module.css'
import { NewsView } from './news-view.tsx'
import { type EntryOf, TopicIndex } from './topic-index.tsx'
import { TopicView } from './topic-view.tsx'
import { NEWS_KEY, topicOf } from './topics.ts'
import { useTitleFocus } from './use-title-focus.ts'

/** 帮助: the whole handbook, one task a page, for anyone who has its address. */
export function HelpPage() {
  const [query] = useSearchParams()
  const shown = query.get('topic') ?? NEWS_KEY
  const titleRef = useTitleFocus(shown)
  const topic = topicOf(shown)
  const entryOf: EntryOf = (key, title) => (
    <Link to={`${PUBLIC_PAGES.help.path}?topic=${key}`} aria-current={key === shown ? 'page' : undefined}>
      {title}
    </Link>
  )
  return (
    <div className={styles.page}>
      <header>
        <Link to={PAGES.home.path} className={styles.brand} title="回到首页">
          <Wordmark />
        </Link>
        <h1>帮助</h1>
        <Button onClick={() => window.print()}>打印</Button>
      </header>
      <nav className={styles.index} aria-label="帮助主题">
        {entryOf(NEWS_KEY, '更新说明')}
        <TopicIndex level={2} entryOf={entryOf} />
      </nav>
      <main>
        {topic ? <TopicView topic={topic} level={2} titleRef={titleRef} /> : null}
        {shown === NEWS_KEY ? <NewsView level={2} entryOf={entryOf} titleRef={titleRef} /> : null}
        {topic || shown === NEWS_KEY ? null : <p className="muted">没有这个主题，请从左侧选择，或换个词查找。</p>}
      </main>
    </div>
  )
}
