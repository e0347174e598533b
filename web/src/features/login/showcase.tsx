import { cx } from '../../components/class-names.ts'
import styles from './showcase.module.css'

const GRADES = ['NEW', '99', '95', '90', '80', '70'] as const
const STEPS = ['扫码质检', '封袋留证', '上架竞拍', '核对发货', '逐单对账'] as const

/** What the product is for, said by a report card; decoration for those who see it, beside the form (`page.tsx`). */
export function Showcase() {
  return (
    <>
      <div className={styles.text}>
        <p className={styles.title}>
          每一台手机，
          <br />
          都有一份说得清的质检。
        </p>
        <ol>
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className={styles.card} aria-hidden="true">
        <header>
          <span>质检报告</span>
          <b className="code">QC 2026 0417 003</b>
        </header>
        <div className={styles.phone}>
          <svg viewBox="0 0 96 176" width="96" height="176" aria-hidden="true">
            <rect x="2" y="2" width="92" height="172" rx="18" />
            <rect x="10" y="10" width="76" height="156" rx="11" />
            <path d="M38 18h20" />
            <circle cx="68" cy="122" r="9" />
            <path d="M75 129l12 12" />
          </svg>
          <dl>
            <div>
              <dt>屏幕显示</dt>
              <dd>正常</dd>
            </div>
            <div>
              <dt>机身外观</dt>
              <dd className={styles.warn}>细微划痕 1 处</dd>
            </div>
            <div>
              <dt>拆修浸液</dt>
              <dd>无</dd>
            </div>
            <div>
              <dt>功能检测</dt>
              <dd>34 / 34</dd>
            </div>
          </dl>
        </div>
        <ol className={styles.grades}>
          {GRADES.map((grade) => (
            <li key={grade} className={cx(grade === '95' && styles.on)}>
              {grade}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}
