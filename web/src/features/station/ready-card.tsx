import { CHANNEL_RULES, type Channel } from '@huanji/domain/channel'
import { Link } from 'react-router'
import { cx } from '../../components/class-names.ts'
import detail from '../../components/detail/detail.module.css'
import { Icon } from '../../components/icon/icon.tsx'
import { reportLink } from '../links/inspection-links.ts'
import styles from './ready-card.module.css'
import { ReinspectButton } from './reinspect-button.tsx'
import type { Barred } from './use-scan.ts'

const KEYS: readonly (readonly [string, string])[] = [
  ['扫码', '打开手机；质检中扫封袋码直接填入'],
  ['1–9', '选择当前检测项的选项'],
  ['两个字母', '定位到标有该字母的检测项（拼音首字母）'],
  ['/', '按名称查找检测项'],
  ['Tab ↑ ↓', '逐项查看'],
  ['Ctrl ↵', '提交质检'],
]

/** What the station shows while no phone lies on it: why the last one was refused, and how to work here. */
export function ReadyCard({ channel, barred }: { channel: Channel; barred: Barred | null }) {
  return (
    <div className={styles.ready}>
      {barred ? (
        <p className={styles.barred}>
          <Icon name="alert" />
          {barred.message}
          {barred.inspectionId ? (
            <>
              <ReinspectButton inspectionId={barred.inspectionId} />
              <Link to={reportLink(barred.inspectionId)}>查看质检报告</Link>
            </>
          ) : null}
        </p>
      ) : null}
      <section className={detail.card} aria-label="操作说明">
        <div className={cx(detail.cardBody, styles.body)}>
          <div>
            <h2>扫描 IMEI、条码或序列号，开始质检</h2>
            <ol className={styles.steps}>
              <li>选机型：回车接受推荐的；没有推荐时，输入名称或序号再按回车</li>
              <li>选规格：按数字键，回车接受推荐的规格</li>
              <li>逐项回答需主动确认的项目，其余默认正常，只记异常</li>
              <li>{CHANNEL_RULES[channel].needsBag ? '拍照或稍后补拍，扫封袋码，提交' : '拍照或稍后补拍，提交'}</li>
            </ol>
          </div>
          <dl className={styles.keys}>
            {KEYS.map(([key, text]) => (
              <div key={key}>
                <dt>{text}</dt>
                <dd>
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </div>
  )
}
