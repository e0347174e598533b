import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNELS } from '@huanji/domain/channel'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ChartSeries } from './chart.tsx'
import { ChartCard, type FigureCell } from './chart-card.tsx'
import { billsLink, casesLink, type LinkScope, paidOrdersLink, reportsLink, sessionOrdersLink } from './links.ts'
import styles from './overview.module.css'
import type { Overview } from './types.ts'
import { countText, fenText, percentText, ratePercent, rateText } from './words.ts'

export interface ChartsProps {
  readonly overview: Overview
  readonly scope: LinkScope
}

const yuanOf = (fen: number | null): number | null => (fen === null ? null : fen / 100)
const yuanText = (yuan: number | null): string => fenText(yuan === null ? null : Math.round(yuan * 100))
const percentOf = (percent: number | null): string => percentText(percent === null ? null : percent / 100)
const dayLabel = (day: string): string => day.slice(5)

const cell = (text: string, link: string | null = null): FigureCell => ({ text, link })
const onDay = (scope: LinkScope, day: string): LinkScope => ({ ...scope, from: day, to: day })

/** Sales and net by day; for whoever sees no money, phones. */
export function SalesChart({ overview, scope }: ChartsProps) {
  const { days, figures } = overview
  const showsMoney = figures.all.salesFen !== null
  const money: ChartSeries[] = [
    {
      name: '销售额',
      colour: '--primary',
      values: days.map(({ salesFen }) => yuanOf(salesFen)),
      text: yuanText,
    },
    { name: '到手', colour: '--warning', values: days.map(({ netFen }) => yuanOf(netFen)), text: yuanText },
  ]
  const units: ChartSeries[] = [
    {
      name: '台数',
      colour: '--primary',
      values: days.map((day) => day.units),
      text: (value) => countText(value ?? 0),
    },
  ]
  const rows = days.map(({ day, salesFen, netFen, orders, units: phones }) => {
    const that = onDay(scope, day)
    return {
      key: day,
      cells: [
        cell(day),
        ...(showsMoney ? [cell(fenText(salesFen)), cell(fenText(netFen), billsLink(that))] : []),
        cell(countText(phones)),
        cell(countText(orders.auction), paidOrdersLink('auction', that)),
        cell(countText(orders.curated), paidOrdersLink('curated', that)),
      ],
    }
  })
  return (
    <ChartCard
      title={showsMoney ? '销售额与到手' : '成交台数'}
      hint={showsMoney ? '销售额按付款日；到手按账单发生日' : '按付款日'}
      kind={days.length > 1 ? 'line' : 'bars'}
      labels={days.map(({ day }) => dayLabel(day))}
      series={showsMoney ? money : units}
      table={{ head: ['日期', ...(showsMoney ? ['销售额', '到手'] : []), '台数', '鱼市订单', '严选订单'], rows }}
    />
  )
}

/** How much of what was put on sale was sold, by channel and day. */
export function SellThroughChart({ overview, scope }: ChartsProps) {
  const { days } = overview
  const percents = (channel: 'auction' | 'curated') =>
    days.map(({ offered, sold }) => ratePercent(sold[channel], offered[channel]))
  const rows = days
    .filter(({ offered, sold }) => offered.auction + offered.curated + sold.auction + sold.curated > 0)
    .map(({ day, offered, sold }) => ({
      key: day,
      cells: [
        cell(day),
        cell(countText(offered.auction)),
        cell(countText(sold.auction), sessionOrdersLink(day, scope)),
        cell(rateText(sold.auction, offered.auction)),
        cell(countText(offered.curated)),
        cell(countText(sold.curated)),
        cell(rateText(sold.curated, offered.curated)),
      ],
    }))
  return (
    <ChartCard
      title="动销率"
      hint="鱼市按场次日期；严选按首次上架日期，其中至今售出的"
      unit="%"
      kind={days.length > 1 ? 'line' : 'bars'}
      labels={days.map(({ day }) => dayLabel(day))}
      series={[
        { name: '鱼市', colour: '--primary', values: percents('auction'), text: percentOf },
        { name: '严选', colour: '--info', values: percents('curated'), text: percentOf },
      ]}
      table={{
        head: ['日期', '鱼市上拍', '鱼市成交', '鱼市动销率', '严选上架', '严选售出', '严选动销率'],
        rows,
      }}
    />
  )
}

/** Entries and what was sold of them, by the number of the session. */
export function SessionsChart({ overview: { sessions } }: ChartsProps) {
  const count = (value: number | null) => countText(value ?? 0)
  return (
    <ChartCard
      title="场次成交"
      hint="各场次号在这段时间的上拍与成交"
      kind="bars"
      labels={sessions.map(({ session }) => session)}
      series={[
        { name: '上拍', colour: '--info', values: sessions.map(({ offered }) => offered), text: count },
        { name: '成交', colour: '--primary', values: sessions.map(({ sold }) => sold), text: count },
      ]}
      table={{
        head: ['场次', '上拍', '成交', '动销率'],
        rows: sessions.map(({ session, offered, sold }) => ({
          key: session,
          cells: [cell(session), cell(countText(offered)), cell(countText(sold)), cell(rateText(sold, offered))],
        })),
      }}
    />
  )
}

type CasesBy = 'reason' | 'model' | 'inspector'

/** Cases by reason, or beside shipped phones by model and by who inspected them. */
export function AfterSaleChart({ overview, scope }: ChartsProps) {
  const [by, setBy] = useState<CasesBy>('reason')
  const { figures } = overview
  const rows = {
    reason: overview.reasons.map(({ reason, label, cases }) => ({
      key: reason,
      name: label,
      cases,
      shippedUnits: figures.all.shippedUnits,
      link: casesLink(scope, { reasonCode: reason }),
    })),
    model: overview.models
      .filter(({ cases, shippedUnits }) => cases + shippedUnits > 0)
      .map(({ modelId, modelName, cases, shippedUnits }) => ({
        key: modelId,
        name: modelName,
        cases,
        shippedUnits,
        link: casesLink(scope, { modelId, 'modelId.label': modelName }),
      })),
    inspector: overview.inspectors.map(({ inspectorId, name, cases, shippedUnits }) => ({
      key: inspectorId,
      name,
      cases,
      shippedUnits,
      link: null,
    })),
  }[by]
  return (
    <ChartCard
      title="售后"
      hint="售后按申请日，除以同期发货台数"
      unit="%"
      kind="bars"
      labels={rows.map(({ name }) => name)}
      series={[
        {
          name: '售后率',
          colour: '--danger',
          values: rows.map(({ cases, shippedUnits }) => ratePercent(cases, shippedUnits)),
          text: percentOf,
        },
      ]}
      table={{
        head: [{ reason: '原因', model: '机型', inspector: '质检员' }[by], '售后', '发货台数', '售后率'],
        rows: rows.map(({ key, name, cases, shippedUnits, link }) => ({
          key,
          cells: [
            cell(name),
            cell(countText(cases), link),
            cell(countText(shippedUnits)),
            cell(rateText(cases, shippedUnits)),
          ],
        })),
      }}
    >
      <select
        className={styles.pick}
        aria-label="售后的分类"
        value={by}
        onChange={(event) => setBy(event.target.value as CasesBy)}
      >
        <option value="reason">按原因</option>
        <option value="model">按机型</option>
        <option value="inspector">按质检员</option>
      </select>
    </ChartCard>
  )
}

/** Which grades were inspected, and which were sold. */
export function GradesChart({ overview: { grades }, scope }: ChartsProps) {
  const count = (value: number | null) => countText(value ?? 0)
  const name = (grade: (typeof grades)[number]['grade']) => (grade === null ? '未知' : GRADE_LABELS[grade])
  return (
    <ChartCard
      title="成色结构"
      hint="质检按开始日；售出按付款日"
      kind="bars"
      labels={grades.map(({ grade }) => name(grade))}
      series={[
        {
          name: '质检',
          colour: '--info',
          values: grades.map(({ reports }) => reports.auction + reports.curatedSingle + reports.curatedBatch),
          text: count,
        },
        { name: '售出', colour: '--primary', values: grades.map(({ units }) => units), text: count },
      ]}
      table={{
        head: ['成色', '鱼市质检', '严选单台质检', '严选多台质检', '售出台数'],
        rows: grades.map(({ grade, reports, units }) => ({
          key: grade ?? '',
          cells: [
            cell(name(grade)),
            cell(countText(reports.auction), grade && reportsLink('auctionInspections', scope, grade)),
            cell(countText(reports.curatedSingle), grade && reportsLink('curatedInspections', scope, grade)),
            cell(countText(reports.curatedBatch)),
            cell(countText(units)),
          ],
        })),
      }}
    />
  )
}

/** What a model went for beside what the catalogue says of the same phones. */
export function PricesChart({ overview: { models }, scope }: ChartsProps) {
  const [chosen, choose] = useState('')
  const model = models.find(({ modelId }) => modelId === chosen) ?? models[0]
  const trend = model?.trend ?? []
  return (
    <ChartCard
      title="价格走势"
      hint="单台成交均价与同批手机的参考价；整批一口价的不计"
      labels={trend.map(({ from }) => dayLabel(from))}
      series={[
        {
          name: '成交均价',
          colour: '--primary',
          values: trend.map(({ averageFen }) => yuanOf(averageFen)),
          text: yuanText,
        },
        {
          name: '参考价',
          colour: '--warning',
          values: trend.map(({ referenceFen }) => yuanOf(referenceFen)),
          text: yuanText,
        },
      ]}
      table={{
        head: ['时间', '成交均价', '参考价'],
        rows: trend.map(({ from, averageFen, referenceFen }) => ({
          key: from,
          cells: [cell(from), cell(fenText(averageFen)), cell(fenText(referenceFen))],
        })),
      }}
    >
      {models.length > 0 ? (
        <select
          className={styles.pick}
          aria-label="价格走势的机型"
          value={model?.modelId ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          {models.map(({ modelId, modelName }) => (
            <option key={modelId} value={modelId}>
              {modelName}
            </option>
          ))}
        </select>
      ) : null}
      {model ? <ModelOrders model={model} scope={scope} /> : null}
    </ChartCard>
  )
}

function ModelOrders({ model, scope }: { model: Overview['models'][number]; scope: LinkScope }) {
  const of = { modelId: model.modelId, 'modelId.label': model.modelName }
  return (
    <span className={styles.modelOrders}>
      {CHANNELS.filter((channel) => scope.channel === undefined || scope.channel === channel).map((channel) => {
        const link = paidOrdersLink(channel, scope, of)
        const text = `${CHANNEL_LABELS[channel]} ${countText(model.orders[channel])} 单`
        return link === null ? (
          <span key={channel}>{text}</span>
        ) : (
          <Link key={channel} to={link}>
            {text}
          </Link>
        )
      })}
    </span>
  )
}

/** Each shop beside the others. */
export function ShopsChart({ overview: { shops, figures }, scope }: ChartsProps) {
  const showsMoney = figures.all.salesFen !== null
  const ofShop = (shopAccountId: string): LinkScope => ({ ...scope, shopAccountId })
  return (
    <ChartCard
      title="各店铺"
      kind="bars"
      labels={shops.map(({ shopName }) => shopName)}
      series={[
        showsMoney
          ? {
              name: '销售额',
              colour: '--primary',
              values: shops.map((shop) => yuanOf(shop.figures.salesFen)),
              text: yuanText,
            }
          : {
              name: '台数',
              colour: '--primary',
              values: shops.map((shop) => shop.figures.units),
              text: (value) => countText(value ?? 0),
            },
      ]}
      table={{
        head: ['店铺', ...(showsMoney ? ['销售额', '到手'] : []), '台数', '动销率', '售后', '售后率'],
        rows: shops.map(({ shopAccountId, shopName, figures: own }) => ({
          key: shopAccountId,
          cells: [
            cell(shopName),
            ...(showsMoney
              ? [cell(fenText(own.salesFen)), cell(fenText(own.netFen), billsLink(ofShop(shopAccountId)))]
              : []),
            cell(countText(own.units)),
            cell(rateText(own.sold, own.offered)),
            cell(countText(own.cases), casesLink(ofShop(shopAccountId))),
            cell(rateText(own.cases, own.shippedUnits)),
          ],
        })),
      }}
    />
  )
}
