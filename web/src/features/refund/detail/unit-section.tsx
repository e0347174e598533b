import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Code } from '../../../components/code/code.tsx'
import { type Fact, Facts, Section } from '../../../components/detail/detail.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import { InspectionNo } from '../../links/inspection-no.tsx'
import { PhoneLink } from '../../links/phone-link.tsx'
import { isAsSold, outcomesText } from '../refund-labels.ts'
import type { RefundDetail, RefundUnit } from '../types.ts'
import { PhotosBeside } from './photos-beside.tsx'
import { ReportBeside } from './report-beside.tsx'
import styles from './unit-section.module.css'

interface UnitProps {
  refund: RefundDetail
  unit: RefundUnit
}

/** A code as it was sold, and what was scanned when it came back. */
function Matched({ sold, back, isSame }: { sold: string; back: string | null; isSame: boolean }) {
  if (back === null) return <span className="code">{sold || '—'}</span>
  return (
    <>
      <span className="code">{sold || '—'}</span>{' '}
      <StateTag tone={isSame ? 'success' : 'danger'}>{isSame ? '一致' : `退回 ${back || '无封袋'}`}</StateTag>
    </>
  )
}

function factsOfUnit({ unit }: UnitProps): Fact[] {
  const { received, recheck } = unit
  return [
    {
      label: 'IMEI',
      value: (
        <Matched
          sold={unit.imei || unit.barCode}
          back={received?.code ?? null}
          isSame={received?.isSamePhone ?? false}
        />
      ),
    },
    {
      label: '封袋码',
      value: (
        <Matched
          sold={unit.soldBagCode ?? '无封袋'}
          back={received?.bagCode ?? null}
          isSame={received?.isSameBag ?? false}
        />
      ),
    },
    { label: '条码', value: <Code text={unit.barCode} what="条码" /> },
    {
      label: '售出报告',
      value: <InspectionNo inspectionId={unit.inspectionId} inspectionNo={unit.inspectionNo} />,
    },
    ...(received
      ? [
          {
            label: '签收',
            value: (
              <>
                {received.by} <Time at={received.at} />
              </>
            ),
          },
        ]
      : []),
    ...(recheck
      ? [
          {
            label: '复检',
            value: (
              <>
                {recheck.by} <Time at={recheck.at} />
              </>
            ),
          },
          {
            label: '复检结论',
            value: (
              <>
                <StateTag tone={isAsSold(recheck.outcomes) ? 'success' : 'danger'}>
                  {outcomesText(recheck.outcomes)}
                </StateTag>{' '}
                {recheck.note}
              </>
            ),
            wide: true,
          },
        ]
      : []),
  ]
}

/** The phone is ours again under a new bar code: its label, and the way into inspection. */
function NewUnit({ refund, unit }: UnitProps) {
  const { newUnit } = unit
  if (newUnit === null) return null
  const station = CHANNEL_PAGES[refund.channel].station
  const print = async () => {
    const { labelOf, printLabels } = await import('../../label/label-dialog.tsx')
    const { modelName, skuText, imei } = unit
    await printLabels([labelOf({ barCode: newUnit.barCode, modelName, skuText, grade: null, imei, reportPath: null })])
  }
  return (
    <div className={styles.part}>
      <h3>已重新入库</h3>
      <p>
        重新质检后才能再次上架。新条码 <Code text={newUnit.barCode} what="新条码" />
      </p>
      <p className={styles.tools}>
        <Button small icon="print" onClick={() => void print()}>
          打印条码
        </Button>
        {can(api.detRecord.addDetectRecord.path) && can(PAGES[station].path) ? (
          <Link to={linkTo(station, { code: newUnit.barCode })}>去质检</Link>
        ) : null}
      </p>
    </div>
  )
}

/** A phone of the case: as it was sold beside how it came back, item by item and photo by photo. */
export function UnitSection({ refund, unit }: UnitProps) {
  return (
    <Section title={`手机 ${unit.modelName} ${unit.skuText}`} extra={<PhoneLink barCode={unit.barCode} />}>
      <Facts items={factsOfUnit({ refund, unit })} />
      <div className={styles.part}>
        <h3>售出报告与复检</h3>
        <ReportBeside refund={refund} unit={unit} />
      </div>
      <div className={styles.part}>
        <h3>照片对比</h3>
        <PhotosBeside refund={refund} unit={unit} />
      </div>
      <NewUnit refund={refund} unit={unit} />
    </Section>
  )
}
