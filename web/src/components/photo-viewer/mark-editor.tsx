import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import { toast } from '../toast/toast.ts'
import { defaultMark, draggedMark, MARK_NAMES, MARKS_MAX, movedMark, type PhotoMark, resizedMark } from './marks.ts'
import { MarkLine, MarkShape } from './marks-layer.tsx'
import styles from './photo-viewer.module.css'

/** How far one key press moves a mark or its edge, as a share of the picture. */
const KEY_STEP = 0.02

const KEY_DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Point {
  readonly x: number
  readonly y: number
}

/** What the pointer does: draws a new mark, or moves one that lies there. */
type Drag =
  | { readonly kind: 'draws'; readonly from: Point; readonly mark: PhotoMark | null }
  | { readonly kind: 'moves'; readonly from: Point; readonly index: number; readonly before: PhotoMark }

interface MarkEditorProps {
  photo: { readonly url: string; readonly caption: string }
  ratio: number | undefined
  marks: readonly PhotoMark[]
  onSave: (marks: readonly PhotoMark[]) => Promise<void>
  onCancel: () => void
}

/** The marks as they are drawn, with every earlier state, so that each step can be taken back. */
function useMarks(first: readonly PhotoMark[]) {
  const [states, setStates] = useState<readonly (readonly PhotoMark[])[]>([first])
  const marks = states.at(-1) ?? first
  return {
    marks,
    isChanged: states.length > 1,
    change: (next: readonly PhotoMark[]) => setStates([...states, next]),
    /** Changes them without a step of its own: a key that is held, or a drag, is one step. */
    amend: (next: readonly PhotoMark[]) => setStates([...states.slice(0, -1), next]),
    undo: () => setStates(states.length > 1 ? states.slice(0, -1) : states),
  }
}

const replaced = (marks: readonly PhotoMark[], index: number, mark: PhotoMark): PhotoMark[] =>
  marks.map((one, at) => (at === index ? mark : one))

/** Drawing by the pointer: on the ground a new mark, on a mark its move. */
function useDrag(shape: PhotoMark['shape'], state: ReturnType<typeof useMarks>, onDrawn: (index: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / height }
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const from = pointOf(event)
    const held = event.target instanceof Element ? event.target.closest<SVGElement>('[data-mark]') : null
    const index = Number(held?.dataset.mark ?? -1)
    const before = state.marks[index]
    event.currentTarget.setPointerCapture(event.pointerId)
    if (before) {
      state.change(state.marks)
      setDrag({ kind: 'moves', from, index, before })
    } else if (state.marks.length < MARKS_MAX) setDrag({ kind: 'draws', from, mark: null })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return
    const to = pointOf(event)
    if (drag.kind === 'draws') setDrag({ ...drag, mark: draggedMark(shape, drag.from, to) })
    else {
      const mark = movedMark(drag.before, to.x - drag.from.x, to.y - drag.from.y)
      state.amend(replaced(state.marks, drag.index, mark))
    }
  }
  const onPointerUp = () => {
    if (drag?.kind === 'draws' && drag.mark) {
      state.change([...state.marks, drag.mark])
      onDrawn(state.marks.length)
    } else if (drag?.kind === 'moves' && state.marks[drag.index] === drag.before) state.undo()
    setDrag(null)
  }
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
  return { drawn: drag?.kind === 'draws' ? drag.mark : null, handlers }
}

/** The keys of a mark that has the focus: the arrows move it, with Shift its size or its tip, Delete takes it away. */
function useMarkKeys({ marks, change, amend }: ReturnType<typeof useMarks>, remove: (index: number) => void) {
  return (event: KeyboardEvent, index: number) => {
    const mark = marks[index]
    if (!mark || event.ctrlKey || event.metaKey || event.altKey) return
    const direction = KEY_DIRECTIONS[event.key]
    if (direction) {
      const [dx, dy] = [direction[0] * KEY_STEP, direction[1] * KEY_STEP]
      // up makes a circle taller, and leads an arrow's tip up
      const taller = mark.shape === 'circle' ? -dy : dy
      const next = event.shiftKey ? resizedMark(mark, dx, taller) : movedMark(mark, dx, dy)
      const write = event.repeat ? amend : change
      write(replaced(marks, index, next))
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else return
    event.preventDefault()
  }
}

/**
 * Draws circles and arrows over a photograph: by dragging, or by the keys: 添加到中间 lays a mark, the arrows move it, with
 * Shift its size or tip, Delete takes it away, Ctrl+Z the last step back.
 */
export function MarkEditor({ photo, ratio, marks: first, onSave, onCancel }: MarkEditorProps) {
  const [shape, setShape] = useState<PhotoMark['shape']>('circle')
  const [chosen, setChosen] = useState(-1)
  const root = useRef<HTMLDivElement>(null)
  const state = useMarks(first)
  const { marks, change, undo } = state
  const drag = useDrag(shape, state, setChosen)
  // A mark that was laid or drawn has the focus, so that the keys go on with it.
  useEffect(() => {
    const wanted = chosen >= 0 ? `[data-mark="${chosen}"]` : 'button'
    root.current?.querySelector<HTMLElement | SVGElement>(wanted)?.focus()
  }, [chosen])
  const remove = (index: number) => {
    change(marks.filter((_, at) => at !== index))
    setChosen(-1)
  }
  const onMarkKey = useMarkKeys(state, remove)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is an extra way to press 撤销
    <div ref={root} className={styles.editor} onKeyDown={onKeyDown}>
      <div className={cx(styles.picture, styles.marking)}>
        <img src={photo.url} alt={photo.caption} draggable={false} />
        <svg className={styles.marks} viewBox="0 0 1 1" preserveAspectRatio="none" {...drag.handlers}>
          <title>圈注</title>
          {marks.map((mark, index) => (
            <Mark
              // biome-ignore lint/suspicious/noArrayIndexKey: a mark is known by its place in the list
              key={index}
              mark={mark}
              index={index}
              ratio={ratio}
              onKeyDown={(event) => onMarkKey(event, index)}
              onFocus={() => setChosen(index)}
            />
          ))}
          {drag.drawn ? <MarkShape mark={drag.drawn} ratio={ratio} /> : null}
        </svg>
      </div>
      <p className={styles.hint}>拖动画出标记；方向键移动，Shift+方向键改变大小，Delete删除</p>
      <Tools
        shape={shape}
        onShape={setShape}
        state={state}
        isChosen={marks[chosen] !== undefined}
        onLay={() => {
          change([...marks, defaultMark(shape)])
          setChosen(marks.length)
        }}
        onRemove={() => remove(chosen)}
        onSave={() => onSave(marks)}
        onCancel={onCancel}
      />
    </div>
  )
}

interface ToolsProps {
  shape: PhotoMark['shape']
  onShape: (shape: PhotoMark['shape']) => void
  state: ReturnType<typeof useMarks>
  isChosen: boolean
  onLay: () => void
  onRemove: () => void
  onSave: () => Promise<void>
  onCancel: () => void
}

function Tools({ shape, onShape, state, isChosen, onLay, onRemove, onSave, onCancel }: ToolsProps) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await onSave()
    } catch (error) {
      toast('error', errorText(error))
      setSaving(false)
    }
  }
  return (
    <div className={styles.tools}>
      {(['circle', 'arrow'] as const).map((one) => (
        <Button key={one} small aria-pressed={shape === one} onClick={() => onShape(one)}>
          {MARK_NAMES[one]}
        </Button>
      ))}
      <Button small icon="plus" disabled={state.marks.length >= MARKS_MAX} onClick={onLay}>
        添加到中间
      </Button>
      <Button small disabled={!state.isChanged} onClick={state.undo}>
        撤销
      </Button>
      <Button small disabled={!isChosen} onClick={onRemove}>
        删除
      </Button>
      <Button small onClick={onCancel}>
        取消
      </Button>
      <Button small tone="primary" busy={isSaving} disabled={!state.isChanged} onClick={() => void save()}>
        保存圈注
      </Button>
    </div>
  )
}

interface MarkProps {
  mark: PhotoMark
  index: number
  ratio: number | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
}

/** A mark that can be taken hold of. */
function Mark({ mark, index, ratio, onKeyDown, onFocus }: MarkProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: there are no buttons within a drawing
    <g
      className={styles.mark}
      data-mark={index}
      role="button"
      tabIndex={0}
      aria-label={`${MARK_NAMES[mark.shape]}${index + 1}`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <MarkLine mark={mark} ratio={ratio} className={styles.hold} />
      <MarkShape mark={mark} ratio={ratio} />
    </g>
  )
}
