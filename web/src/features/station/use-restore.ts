import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../api/refusal.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { toast } from '../../components/toast/toast.ts'
import { AT_PHOTOS } from '../links/inspection-links.ts'
import { dropStationDraft, readStationDraft } from './station-draft.ts'
import { mainCode, type OpenPhone } from './station-state.ts'
import type { Station } from './use-station.ts'

const hasUnsaved = ({ record, modelId, revision, savedRevision }: OpenPhone): boolean =>
  record === null ? modelId !== null : revision > savedRevision

/** Whether the phone of the last visit stays although another record was asked for. */
function askAboutDraft(draft: OpenPhone): Promise<boolean> {
  return confirm({
    title: '这台电脑上有没保存的质检',
    body: `手机 ${mainCode(draft.code)} 的修改还没有保存到服务器。打开所选记录后，这些修改不会保留。`,
    ok: '打开所选记录',
    cancel: '先接着检那一台',
    tone: 'danger',
  })
}

interface Ways {
  /** Loads a record onto the station, or says why it does not belong there. */
  readonly openRecord: (inspectionId: string, place?: OpenPhone['opensAt']) => Promise<ScanOutcome>
  /** Takes a code as if it had been scanned: what lies at the station is asked about there. */
  readonly scan: (code: string) => void
}

/**
 * Puts the phone back at the station that lay there when the page went, or the record or the phone that the address names
 * (`?inspectionId=` with `&place=`, `?code=`). The address is cleared once it has been followed, so that a reload goes on with the station.
 */
export function useRestore(station: Station, { openRecord, scan }: Ways): void {
  const [params, setParams] = useSearchParams()
  const [wanted, code] = [params.get('inspectionId'), params.get('code')]
  const place = params.get('place') === AT_PHOTOS ? AT_PHOTOS : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: done once for each address that names something
  useEffect(() => {
    let isGone = false
    const restore = (draft: OpenPhone) => {
      station.dispatch({ type: 'opened', phone: draft })
      toast('info', '已恢复上次未提交的质检')
    }
    const run = async () => {
      const draft = station.now().phone ?? readStationDraft(station.channel)
      if (wanted === null) {
        if (draft && station.now().phone === null) restore(draft)
        if (code === null) return
        setParams({}, { replace: true })
        scan(code)
        return
      }
      const isSame = draft?.record?.inspectionId === wanted
      const keepsDraft = draft !== null && hasUnsaved(draft) && (isSame || !(await askAboutDraft(draft)))
      if (isGone) return
      setParams({}, { replace: true })
      if (keepsDraft) {
        if (station.now().phone === null) restore(place ? { ...draft, opensAt: place } : draft)
        return
      }
      dropStationDraft(station.channel)
      try {
        const opened = await openRecord(wanted, place)
        if (!opened.ok) toast('error', opened.message)
      } catch (error) {
        toast('error', errorText(error))
      }
    }
    void run()
    return () => {
      isGone = true
    }
  }, [wanted, code])
}
