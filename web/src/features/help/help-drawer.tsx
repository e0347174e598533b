import { PAGES, type PageKey } from '@huanji/contract/pages'
import { useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { PUBLIC_PAGES } from '../../session/public-pages.ts'
import styles from './help.module.css'
import { NewsView } from './news-view.tsx'
import { type EntryOf, TopicIndex } from './topic-index.tsx'
import { TopicView } from './topic-view.tsx'
import { NEWS_KEY, TOPICS, topicOf } from './topics.ts'
import { useTitleFocus } from './use-title-focus.ts'

const INDEX = ''

/** The topics that are opened from a page, by its address. */
function topicsOf(path: string) {
  const page = (Object.keys(PAGES) as PageKey[]).find((key) => PAGES[key].path === path)
  return TOPICS.filter(({ pages }) => page !== undefined && pages.includes(page))
}

/** 帮助 beside the work: the topics of the page that is open, and all others. Nothing under it is touched. */
export function HelpDrawer({ path, onClose }: { path: string; onClose: () => void }) {
  const [here] = useState(() => topicsOf(path))
  const [shown, setShown] = useState(here.length === 1 ? (here[0]?.key ?? INDEX) : INDEX)
  const titleRef = useTitleFocus(shown)
  const topic = topicOf(shown)
  const entryOf: EntryOf = (key, title) => (
    <Button tone="link" onClick={() => setShown(key)}>
      {title}
    </Button>
  )
  return (
    <Dialog
      kind="drawer"
      title="帮助"
      widthPx={520}
      onClose={onClose}
      footer={
        <>
          {shown === INDEX ? null : <Button onClick={() => setShown(INDEX)}>全部主题</Button>}
          <a
            className={buttonClass()}
            href={`${PUBLIC_PAGES.help.path}${shown === INDEX ? '' : `?topic=${shown}`}`}
            target="_blank"
            rel="noopener"
          >
            在新窗口打开
          </a>
        </>
      }
    >
      <div data-handbook>
        {topic ? <TopicView topic={topic} level={3} titleRef={titleRef} /> : null}
        {shown === NEWS_KEY ? <NewsView level={3} entryOf={entryOf} titleRef={titleRef} /> : null}
        {shown === INDEX ? (
          <nav className={styles.index} aria-label="帮助主题">
            {here.length > 0 ? (
              <section className={styles.here}>
                <h3>本页相关</h3>
                <ul>
                  {here.map(({ key, title }) => (
                    <li key={key}>{entryOf(key, title)}</li>
                  ))}
                </ul>
              </section>
            ) : null}
            {entryOf(NEWS_KEY, '更新说明')}
            <TopicIndex level={3} entryOf={entryOf} />
          </nav>
        ) : null}
      </div>
    </Dialog>
  )
}
