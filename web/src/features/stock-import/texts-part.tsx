import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import type { Option } from '../../components/listbox/option.ts'
import { OptionBox } from '../../components/listbox/option-box.tsx'
import { ScrollTable } from '../../components/table/table.tsx'
import { can } from '../../session/session.ts'
import { newModel } from '../catalogue/new-model.ts'
import { searchModels } from '../goods/filter-options.ts'
import styles from './import-drawer.module.css'
import type { UnknownText } from './types.ts'
import type { Sheet, StockWork } from './use-stock-table.ts'

/** So many guesses stand as buttons; others are searched. */
const GUESSES = 4

/** Texts that name no model: a person says once which one all lines with the text mean. */
export function TextsPart({ work, sheet, texts }: { work: StockWork; sheet: Sheet; texts: readonly UnknownText[] }) {
  const choose = (text: string, modelId: string | null) => {
    const { [text]: _before, ...others } = sheet.models
    return work.change({ models: modelId === null ? others : { ...others, [text]: modelId } })
  }
  return (
    <section className={styles.part} aria-label="机型对应">
      <h3>认不出的机型</h3>
      <ScrollTable label="认不出的机型">
        <thead>
          <tr>
            <th scope="col">表中的写法</th>
            <th scope="col">行数</th>
            <th scope="col">对应机型（选一次，相同写法的行一起改）</th>
          </tr>
        </thead>
        <tbody>
          {texts.map((one) => (
            <TextLine
              key={one.text}
              text={one}
              isBusy={work.isBusy}
              onChoose={(modelId) => void choose(one.text, modelId)}
            />
          ))}
        </tbody>
      </ScrollTable>
    </section>
  )
}

interface TextLineProps {
  text: UnknownText
  isBusy: boolean
  onChoose: (modelId: string | null) => void
}

function TextLine({ text: { text, count, modelId, guesses }, isBusy, onChoose }: TextLineProps) {
  const [other, setOther] = useState<Option | null>(null)
  const queries = useQueryClient()
  const isGuess = guesses.some((guess) => guess.modelId === modelId)
  const create = async () => {
    const made = await newModel(queries, text)
    if (!made) return
    setOther({ value: made.modelId, label: made.title })
    onChoose(made.modelId)
  }
  return (
    <tr>
      <td>{text}</td>
      <td className="num">{count}</td>
      <td>
        <div className={styles.guesses}>
          {guesses.slice(0, GUESSES).map((guess) => (
            <Button
              key={guess.modelId}
              small
              tone={guess.modelId === modelId ? 'primary' : 'plain'}
              aria-pressed={guess.modelId === modelId}
              disabled={isBusy}
              onClick={() => onChoose(guess.modelId === modelId ? null : guess.modelId)}
            >
              {guess.title}
            </Button>
          ))}
          {can(api.detConfig.productSearch.path) || can(api.detRecord.getDetectRecordList.path) ? (
            <span className={styles.other}>
              <OptionBox
                label={`“${text}”的其他机型`}
                isUnlabelled
                none="其他机型"
                chosen={other && !isGuess && modelId === other.value ? [other] : []}
                source={{ kind: 'search', search: searchModels }}
                disabled={isBusy}
                onChange={([chosen]) => {
                  setOther(chosen ?? null)
                  onChoose(chosen?.value ?? null)
                }}
              />
            </span>
          ) : null}
          {can(api.catalogue.createModel.path) ? (
            <Button
              small
              icon="plus"
              aria-label={`为“${text}”新建机型`}
              disabled={isBusy}
              onClick={() => void create()}
            >
              新建机型
            </Button>
          ) : null}
        </div>
      </td>
    </tr>
  )
}
