import { CopyButton } from '../../components/copy/copy-button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { QrCode } from '../../components/qr/qr-code.tsx'
import { DetectReportLink } from '../goods/marketplace-links.tsx'
import type { InspectionDetail } from '../inspection/types.ts'
import styles from './public-report.module.css'

/** What buyers read of the phone: its address, and as a code for their own phones. */
export function PublicReport({ detail: { reportPath, inspectionNo } }: { detail: InspectionDetail }) {
  if (reportPath === null) return null
  const address = location.origin + reportPath
  return (
    <Section title="买家所见">
      <div className={styles.report}>
        <QrCode className={styles.code} text={address} label={`${inspectionNo} 的买家报告二维码`} />
        <div>
          <p>
            <a href={reportPath} target="_blank" rel="noreferrer">
              打开买家报告
            </a>
            <CopyButton text={address} what="买家报告链接" />
          </p>
          <p className="muted">不含完整IMEI和商家信息，扫码即可查看。</p>
          <p>
            <span className="muted">闲鱼</span> <DetectReportLink detectNo={inspectionNo} />
          </p>
        </div>
      </div>
    </Section>
  )
}
