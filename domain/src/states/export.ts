import { defineStates } from './transition.ts'

/** One export, made in the background and kept for a while. */
export const EXPORT_STATES = defineStates({
  name: 'export',
  initial: 'queued',
  states: [
    { code: 'queued', label: '排队中' },
    { code: 'running', label: '生成中' },
    { code: 'ready', label: '可下载' },
    { code: 'failed', label: '生成失败' },
    { code: 'cancelled', label: '已取消', final: true },
    { code: 'expired', label: '已过期', final: true },
  ],
  moves: [
    { from: ['queued'], action: 'start', to: 'running', label: '开始生成', who: 'system' },
    { from: ['running'], action: 'finish', to: 'ready', label: '生成完成', who: 'system' },
    { from: ['running'], action: 'fail', to: 'failed', label: '生成失败', who: 'system' },
    { from: ['running'], action: 'requeue', to: 'queued', label: '中断后重新排队', who: 'system' },
    { from: ['failed'], action: 'retry', to: 'queued', label: '重试', who: 'operator' },
    { from: ['queued', 'running', 'failed'], action: 'cancel', to: 'cancelled', label: '取消', who: 'operator' },
    { from: ['ready', 'failed'], action: 'expire', to: 'expired', label: '过期清理', who: 'system' },
  ],
})

export type ExportState = (typeof EXPORT_STATES)['states'][number]['code']
export type ExportAction = (typeof EXPORT_STATES)['moves'][number]['action']
