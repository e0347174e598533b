/** The newest version that 更新说明 tells of; that of package.json (tests/help.test.ts). */
export const NEWS_VERSION = '1.0.0'
