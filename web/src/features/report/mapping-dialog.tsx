import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import { useWrite } from '../../components/form/use-write.ts'
import { Listbox } from '../../components/listbox/listbox.tsx'
import { useCombobox } from '../../components/listbox/use-combobox.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import styles from './model-mapping.module.css'
import { mappingQuery } from './model-mapping.tsx'

const TYPING_PAUSE_MS = 200

/** Sends the choice, an absent one for what the name says, and shows what holds then. */
function useSave(modelId: string, onClose: () => void) {
  const client = useQueryClient()
  const { send, isSending, fault } = useWrite()
  const save = async (spuId?: string) => {
    if (isSending) return
    const input = { modelId, ...(spuId === undefined ? {} : { spuId }) }
    const saved = await send(input, (options) => api.modelMappingEdit.save(input, options))
    if (!saved) return
    toast('success', saved.spu ? `已对照到 ${saved.spu.name}` : '已恢复默认，按名称没有匹配的机型')
    await refresh(client, api.modelMapping.getOnLineXySpuByHsbSpuId)
    onClose()
  }
  return { save, isBusy: isSending, refusal: fault?.message ?? '' }
}

/** What the marketplace's models are that a text may mean, once the typing has rested. */
function useCandidates(modelId: string) {
  const [typed, setTyped] = useState('')
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({ ...mappingQuery(modelId, rested), placeholderData: keepPreviousData })
  return { typed, setTyped, mapping: query.data, isPending: query.isFetching || typed.trim() !== rested }
}

function MappingDialog({ modelId, onClose }: { modelId: string; onClose: () => void }) {
  const id = useId()
  const { typed, setTyped, mapping, isPending } = useCandidates(modelId)
  const { save, isBusy, refusal } = useSave(modelId, onClose)
  const candidates = mapping?.candidates ?? []
  const models = useCombobox({
    options: candidates,
    keyOf: ({ spuId }) => spuId,
    words: typed,
    // what is found for the words before is not taken for these
    onPick: ({ spuId }) => {
      if (!isPending) void save(spuId)
    },
  })
  return (
    <Dialog
      title="修改闲鱼机型对照"
      onClose={onClose}
      closable={!isBusy}
      widthPx={560}
      footer={
        <>
          {mapping?.source === 'chosen' ? (
            <Button busy={isBusy} onClick={() => void save()}>
              恢复默认
            </Button>
          ) : null}
          <Button disabled={isBusy} onClick={onClose}>
            取消
          </Button>
        </>
      }
    >
      <p>
        <b>{mapping?.modelName}</b> 发布到闲鱼时使用：{mapping?.spu?.name ?? '未匹配'}
      </p>
      <label htmlFor={id} className="sr-only">
        查找闲鱼机型
      </label>
      <input
        {...models.box}
        id={id}
        data-takes-focus=""
        className={cx(field.input, styles.box)}
        maxLength={40}
        placeholder="输入闲鱼机型名称，↑ ↓ 选择，回车确认"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Listbox of={models} label="闲鱼机型" look="plain" className={styles.found} isBusy={isPending}>
        {({ name, brand }) => (
          <>
            <b>{name}</b>
            <span className="muted">{brand}</span>
          </>
        )}
      </Listbox>
      <p className="muted" role="status">
        {refusal || (candidates.length === 0 && !isPending ? noneText(mapping?.isAway ?? false) : '')}
      </p>
    </Dialog>
  )
}

const noneText = (isAway: boolean): string =>
  isAway ? '闲鱼暂时无法查询，已有的对照仍然有效，请稍后再试' : '没有找到闲鱼机型，请换个名称'

/** Lets the person choose the marketplace's model that a model is published as. */
export const mendMapping = (modelId: string): Promise<void> =>
  openOverlay<void>((close) => <MappingDialog modelId={modelId} onClose={close} />)
