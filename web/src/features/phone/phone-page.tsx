import { linkTo, PAGES } from '@huanji/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../api/refusal.ts'
import { Code } from '../../components/code/code.tsx'
import { DetailPage, type Fact, Facts, Section } from '../../components/detail/detail.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { GradeBadge } from '../../components/grade/grade-badge.tsx'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { ImportCostsButton } from './import-costs-button.tsx'
import { LifeTimeline } from './life-timeline.tsx'
import { STANDING_LABELS, STANDING_TONES } from './phone-labels.ts'
import { phoneQuery } from './phone-query.ts'
import styles from './phone-sections.module.css'
import { InspectionsSection, SalesSection } from './phone-sections.tsx'
import type { FoundPhones, PhoneChoice, PhoneLife } from './types.ts'
import { UnitsSection } from './units-section.tsx'

/** What a scan came to. */
function outcomeOf({ phones, life }: FoundPhones): ScanOutcome {
  if (life === null) return { ok: true, message: `这个编号有 ${phones.length} 台手机，请选择其中一台` }
  return { ok: true, message: `${life.modelName} ${life.skuText}，${STANDING_LABELS[life.standing]}` }
}

/** 一机一档: the page of one phone's whole life, opened by any code. */
export function PhonePage() {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const box = useRef<ScanBoxHandle>(null)
  const code = params.get('code') ?? ''
  const onScan = async (scanned: string) => {
    const found = await client.fetchQuery({ ...phoneQuery(scanned), staleTime: 0 })
    setParams({ code: scanned })
    return outcomeOf(found)
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <ScanBox ref={box} name="phone" label="扫描手机、封袋、质检单号、订单号或运单号" onScan={onScan} />
        <ImportCostsButton />
      </div>
      {code === '' ? (
        <EmptyState title="一机一档" hint="扫描或输入任意编号，查看这台手机从入库到售后的全部经历。" />
      ) : (
        <PhoneByCode key={code} code={code} />
      )}
    </div>
  )
}

function PhoneByCode({ code }: { code: string }) {
  const query = useQuery(phoneQuery(code))
  if (query.data === undefined && query.error) {
    return (
      <EmptyState
        tone="error"
        title={`“${code}”没有打开`}
        hint={errorText(query.error)}
        action={{ name: '重试', run: () => void query.refetch() }}
      />
    )
  }
  return (
    <DetailPending query={query}>
      {({ phones, life }) => (life === null ? <Choice phones={phones} /> : <Life life={life} />)}
    </DetailPending>
  )
}

/** Several phones behind one code: one of them is chosen first. */
function Choice({ phones }: { phones: readonly PhoneChoice[] }) {
  return (
    <Section title={`选择一台（共 ${phones.length} 台）`}>
      <ul className={styles.choices}>
        {phones.map((phone) => (
          <li key={phone.unitId}>
            <Link to={linkTo('phone', { code: phone.barCode })}>
              {phone.modelName} {phone.skuText}
            </Link>
            <span className="code">{phone.imei || phone.barCode}</span>
            <StateTag tone={STANDING_TONES[phone.standing]}>{STANDING_LABELS[phone.standing]}</StateTag>
            <span className="muted code">{phone.barCode}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const codeFact = (label: string, text: string): Fact[] =>
  text === '' ? [] : [{ label, value: <Code text={text} what={label} /> }]

/** The one sentence for whoever sees only a part of the life. */
const HIDDEN_PARTS = '只显示您有权限查看的部分。'
/** What a life is made of where nothing is kept back. */
const PARTS_IN_ALL = 9

function Life({ life }: { life: PhoneLife }) {
  const { imei, imei2, meid, sn, barCode } = life
  return (
    <DetailPage
      page={PAGES.phone.title}
      title={`${life.modelName} ${life.skuText}`}
      coverUrl={life.coverUrl}
      code={{ label: '条码', text: barCode }}
      state={
        <>
          <StateTag tone={STANDING_TONES[life.standing]}>{STANDING_LABELS[life.standing]}</StateTag>
          <GradeBadge grade={life.grade} />
        </>
      }
      side={
        <>
          <Section title="编号">
            <Facts
              items={[
                ...codeFact('IMEI', imei),
                ...codeFact('副IMEI', imei2),
                ...codeFact('MEID', meid),
                ...codeFact('序列号', sn),
              ]}
            />
          </Section>
          <UnitsSection units={life.units} />
        </>
      }
    >
      <SalesSection sales={life.sales} />
      <InspectionsSection inspections={life.inspections} />
      <LifeTimeline life={life} />
      {life.parts.length < PARTS_IN_ALL ? <p className="muted">{HIDDEN_PARTS}</p> : null}
    </DetailPage>
  )
}
