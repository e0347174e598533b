/** A session as people say it: `2026-11-21 第03场`; empty where there is none. */
export const sessionText = (scheduleDate: string | null, scheduleNumber: string): string =>
  scheduleDate === null ? '' : `${scheduleDate} 第${scheduleNumber}场`
