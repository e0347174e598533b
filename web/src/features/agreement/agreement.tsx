import { Button } from '../../components/button/button.tsx'
import { Wordmark } from '../../components/wordmark/wordmark.tsx'
import { AGREEMENT_VERSION } from '../../session/public-pages.ts'
import styles from './agreement.module.css'

export interface Chapter {
  readonly title: string
  readonly paragraphs: readonly string[]
}

interface AgreementProps {
  title: string
  /** `2026年11月20日` */
  date: string
  intro: string
  chapters: readonly Chapter[]
}

const ORDINALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']

/** A public agreement: readable on a phone, printable, with its version and date. */
export function Agreement({ title, date, intro, chapters }: AgreementProps) {
  return (
    <div className={styles.agreement}>
      <header>
        <Wordmark />
        <Button onClick={() => window.print()}>打印</Button>
      </header>
      <main>
        <h1>{title}</h1>
        <p className="muted">
          版本 {AGREEMENT_VERSION}　更新及生效日期：{date}
        </p>
        <p>{intro}</p>
        {chapters.map((chapter, index) => (
          <section key={chapter.title}>
            <h2>
              {ORDINALS[index]}、{chapter.title}
            </h2>
            <ol>
              {chapter.paragraphs.map((paragraph) => (
                <li key={paragraph}>{paragraph}</li>
              ))}
            </ol>
          </section>
        ))}
      </main>
    </div>
  )
}
