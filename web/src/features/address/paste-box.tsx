import type { ParsedAddress } from '@huanji/domain/address/parse'
import { useId, useRef, useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import field from '../../components/field/field.module.css'
import { toast } from '../../components/toast/toast.ts'
import styles from './paste-box.module.css'
import { pasteSummary } from './recognition.ts'

const LONGEST_TEXT = 500

/** Reading comes with the whole list of divisions: it is loaded when somebody pastes. */
const loadParser = () => import('@huanji/domain/address/parse')

/** A box that takes an address as it was copied somewhere, and gives what could be told of it. */
export function PasteBox({ onParsed }: { onParsed: (parsed: ParsedAddress) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [summary, setSummary] = useState('')
  const isPasting = useRef(false)
  const latest = useRef('')
  const read = async (pasted: string) => {
    latest.current = pasted
    try {
      const { parseAddress } = await loadParser()
      if (latest.current !== pasted) return
      const parsed = parseAddress(pasted)
      setSummary(pasteSummary(parsed))
      onParsed(parsed)
    } catch {
      toast('error', '识别功能没有加载成功，请检查网络后再点“识别”')
    }
  }
  return (
    <div className={styles.paste}>
      <label className={field.label} htmlFor={id}>
        粘贴整段地址
      </label>
      <textarea
        id={id}
        className={field.input}
        data-takes-focus=""
        rows={3}
        maxLength={LONGEST_TEXT}
        placeholder="粘贴含姓名、电话、地址的一段文字，自动填入下面各项"
        aria-describedby={`${id}-note`}
        value={text}
        onPaste={() => {
          isPasting.current = true
        }}
        onChange={(event) => {
          setText(event.target.value)
          if (isPasting.current) void read(event.target.value)
          isPasting.current = false
        }}
      />
      <div className={styles.foot}>
        <span id={`${id}-note`} className={field.note} role="status">
          {summary}
        </span>
        <Button small disabled={text.trim() === ''} onClick={() => void read(text)}>
          识别
        </Button>
      </div>
    </div>
  )
}
