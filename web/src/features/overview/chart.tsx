import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { axisText } from './words.ts'

/** A colour of the theme, by the name of its token. */
export type ChartColour = '--primary' | '--info' | '--warning' | '--danger'

export interface ChartSeries {
  readonly name: string
  readonly colour: ChartColour
  /** One for each label; null where there is none. */
  readonly values: readonly (number | null)[]
  /** A number as a person reads it. */
  readonly text: (value: number | null) => string
}

export interface ChartProps {
  /** What the chart is of, for those who cannot see it: the table beside it has the numbers. */
  readonly title: string
  readonly kind: 'line' | 'bars'
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** What stands behind the numbers of the axis. */
  readonly unit?: string | undefined
}

const HEIGHT_PX = 220
const LABEL_PX = 76
/** The steps of the axis of numbers: whole ones, since nobody sells half a phone. */
const STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A chart over labels in their order. Its colours are read when it is drawn, so that it follows the theme. */
export function Chart({ title, kind, labels, series, unit }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const chart = new uPlot(
      optionsOf(element.clientWidth, { title, kind, labels, series, unit }),
      dataOf(labels, series),
      element,
    )
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    sizes.observe(element)
    const theme = new MutationObserver(() => chart.redraw(false, true))
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      sizes.disconnect()
      theme.disconnect()
      chart.destroy()
    }
  }, [title, kind, labels, series, unit])
  return <div ref={box} className={styles.chart} role="img" aria-label={`${title}，可切换为表格查看`} />
}

const dataOf = (labels: readonly string[], series: readonly ChartSeries[]): uPlot.AlignedData => [
  labels.map((_, index) => index),
  ...series.map(({ values }) => [...values]),
]

function optionsOf(width: number, { kind, labels, series, unit = '' }: ChartProps): uPlot.Options {
  const axis = { stroke: () => token('--ink-3'), ticks: { show: false }, font: '12px system-ui, sans-serif' }
  return {
    width,
    height: HEIGHT_PX,
    padding: [12, 12, 0, 0],
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: false, range: [-0.5, labels.length - 0.5] },
      y: { range: (_, low, high) => uPlot.rangeNum(Math.min(0, low ?? 0), Math.max(1, high ?? 1), 0.1, true) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        // so many labels as have room, and always whole steps
        splits: (chart) => labelled(labels.length, Math.max(1, Math.floor(chart.width / LABEL_PX))),
        values: (_, splits) => splits.map((index) => labels[index] ?? ''),
      },
      {
        ...axis,
        size: 56,
        incrs: STEPS,
        grid: { stroke: () => token('--line'), width: 1 },
        values: (_, splits) => splits.map((value) => axisText(value) + unit),
      },
    ],
    series: [
      { label: ' ', value: (_, index) => labels[index] ?? '' },
      ...series.map((one, index) => seriesOf(one, kind, series.length > 1 ? (index === 0 ? -1 : 1) : 0)),
    ],
  }
}

/** The places of the labels that are shown. */
function labelled(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(count / room))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

/** The width of bars that stand alone or in pairs, as a share of their place, and how wide they are at the most. */
const ALONE: [number, number] = [0.5, 48]
const PAIRED: [number, number] = [0.34, 32]

function seriesOf({ name, colour, text }: ChartSeries, kind: ChartProps['kind'], align: -1 | 0 | 1): uPlot.Series {
  const stroke = () => token(colour)
  // where the pointer is at no place, the name stands alone
  const value: uPlot.Series.Value = (_, at, _series, index) => (index === null ? '' : text(at))
  const common: uPlot.Series = { label: name, stroke, value }
  if (kind === 'line') return { ...common, width: 2, points: { size: 5, fill: stroke }, spanGaps: true }
  const paths = uPlot.paths.bars?.({ size: align === 0 ? ALONE : PAIRED, align })
  return { ...common, width: 0, fill: stroke, points: { show: false }, ...(paths ? { paths } : {}) }
}
