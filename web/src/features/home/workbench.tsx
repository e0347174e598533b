import { type ComponentType, useState } from 'react'
import { readText, storeText } from '../../session/storage.ts'
import { packedOrders, photoStationsOf, stationsOf, type Work, workOf } from './grants.ts'
import { HomeScan } from './home-scan.tsx'
import { InspectingSection } from './inspecting-section.tsx'
import { MoneySection } from './money-section.tsx'
import { PackingSection } from './packing-section.tsx'
import { PhotographingSection } from './photographing-section.tsx'
import { RefundsSection } from './refunds-section.tsx'
import { SellingSection } from './selling-section.tsx'
import styles from './workbench.module.css'

const SECTIONS: Readonly<Record<Work, ComponentType>> = {
  packing: PackingSection,
  inspecting: InspectingSection,
  photographing: PhotographingSection,
  refunds: RefundsSection,
  selling: SellingSection,
  money: MoneySection,
}

const Sections = () => (
  <div className={styles.workbench}>
    {workOf().map((work) => {
      const Part = SECTIONS[work]
      return <Part key={work} />
    })}
  </div>
)

/** The scan box of whoever ships, inspects or photographs. */
const Scan = ({ takesFocus }: { takesFocus: boolean }) =>
  packedOrders().length + stationsOf().length + photoStationsOf().length > 0 ? (
    <HomeScan takesFocus={takesFocus} />
  ) : null

/** The work of the person's own posts: the scan box, then a section for each. */
export function Workbench() {
  return (
    <>
      <Scan takesFocus />
      <Sections />
    </>
  )
}

const OPEN_KEY = 'homeWork'

/** The same below the figures of whoever sees the whole business: asked for once it is opened, and kept open. */
export function FoldedWorkbench() {
  const [isOpen, setOpen] = useState(() => readText(OPEN_KEY) !== '')
  if (workOf().length === 0) return null
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        storeText(OPEN_KEY, open ? 'open' : '', 'local')
      }}
    >
      <summary>各岗位的工作</summary>
      {isOpen ? <Sections /> : null}
    </details>
  )
}

/** What stands over the figures: the scan box, which leaves the focus alone there and goes with the page when it is scrolled. */
export const OwnersScan = () => (
  <div>
    <Scan takesFocus={false} />
  </div>
)
