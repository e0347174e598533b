import { PAGES, type PageKey } from '@huanji/contract/pages'
import { Link, useLocation } from 'react-router'
import { isPermitted, pageAt } from '../../session/pages.ts'
import { permissions } from '../../session/session.ts'
import styles from './help.module.css'
import { HelpText } from './help-text.tsx'
import pictures from './pictures.json'
import type { Topic } from './topic.ts'

interface Picture {
  readonly width: number
  readonly height: number
  readonly alt: string
}

const PICTURES: Readonly<Record<string, Picture | undefined>> = pictures

/** Where a step is done, unless that is here; a page that the person may not open is only named. */
function PageLink({ page }: { page: PageKey }) {
  const { path, title } = PAGES[page]
  const held = permissions()
  const { pathname } = useLocation()
  if (pathname === path) return null
  const route = pageAt(path)
  if (route && held.size > 0 && !isPermitted(route, held)) return <span className="muted">（{title}：您没有权限）</span>
  return (
    <Link to={path} className={styles.pageLink}>
      打开{title}
    </Link>
  )
}

function StepPicture({ name }: { name: string }) {
  const picture = PICTURES[name]
  if (!picture) return null
  const { width, height, alt } = picture
  return <img className={styles.picture} src={`/handbook/${name}.webp`} width={width} height={height} alt={alt} />
}

interface TopicViewProps {
  topic: Topic
  /** The level of its title: 2 on the page, 3 under the drawer's own. */
  level: 2 | 3
  /** Takes the title, which gets the focus when a topic follows another (`useTitleFocus`). */
  titleRef: (title: HTMLHeadingElement | null) => void
}

/** One task of the handbook, step by step. */
export function TopicView({ topic, level, titleRef }: TopicViewProps) {
  const Title = `h${level}` as const
  const Part = level === 2 ? 'h3' : 'h4'
  const { title, intro, steps, questions = [], questionsTitle = '常见问题' } = topic
  return (
    <article className={styles.topic} aria-label={title}>
      <Title ref={titleRef} tabIndex={-1}>
        {title}
      </Title>
      <p className={styles.intro}>
        <HelpText text={intro} />
      </p>
      <ol className={styles.steps}>
        {steps.map(({ text, note, picture, page }) => (
          <li key={text}>
            <p>
              <HelpText text={text} />
              {page ? <PageLink page={page} /> : null}
            </p>
            {note ? (
              <p className={styles.note}>
                <HelpText text={note} />
              </p>
            ) : null}
            {picture ? <StepPicture name={picture} /> : null}
          </li>
        ))}
      </ol>
      {questions.length > 0 ? <Part>{questionsTitle}</Part> : null}
      <dl className={styles.questions}>
        {questions.map(({ ask, answer }) => (
          <div key={ask}>
            <dt>{ask}</dt>
            <dd>
              <HelpText text={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
