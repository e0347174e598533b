import { errorText, isNotGranted } from '../../api/refusal.ts'
import { EmptyState } from './empty-state.tsx'

interface FailedStateProps {
  /** What could not be loaded, such as 列表; nothing where it is the whole page. */
  what?: string
  error: unknown
  retry: () => unknown
}

/**
 * Says that something could not be loaded. What the person has no right to stays shut however often it is asked for: there
 * it is said which right is missing and who gives it, and nothing is offered.
 */
export function FailedState({ what = '', error, retry }: FailedStateProps) {
  if (isNotGranted(error))
    return (
      <EmptyState title={`您的账号看不到${what ? `这个${what}` : '这一页'}`} hint={errorText(error)} tone="error" />
    )
  return (
    <EmptyState
      title={`${what}加载失败`}
      hint={errorText(error)}
      tone="error"
      action={{ name: '重试', run: () => void retry() }}
    />
  )
}
