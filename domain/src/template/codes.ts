/**
 * The options that rules speak of by code. The names stand here so that `verifyRuleOptions` can prove at start-up that
 * each code still means what the rule was written for.
 */
export const RULE_OPTIONS = {
  categoryPhone: { item: 'A01', code: 'A01-1', name: '手机' },
  modelPicked: { item: 'A03', code: 'A03-1', name: '按品牌联动' },
  regulatoryNoKnown: { item: 'A04', code: 'A04-1', name: '如 A3297 / V2405A' },
  regulatoryNoOther: { item: 'A04', code: 'A04-2', name: '其他型号' },
  colourKnown: { item: 'A07', code: 'A07-1', name: '按型号联动' },
  colourOther: { item: 'A07', code: 'A07-2', name: '其他颜色' },
  esimOnly: { item: 'A10', code: 'A10-4', name: '纯eSIM' },
  newSealed: { item: 'A11', code: 'A11-2', name: '全新未拆封' },
  newUnactivated: { item: 'A11', code: 'A11-3', name: '全新已拆封未激活' },
  batteryFull: { item: 'A14', code: 'A14-1', name: '≥90%' },
  battery85: { item: 'A14', code: 'A14-2', name: '85%–89%' },
  battery80: { item: 'A14', code: 'A14-3', name: '80%–84%' },
  batteryLow: { item: 'A14', code: 'A14-4', name: '＜80%' },
  batteryUnread: { item: 'A14', code: 'A14-5', name: '无法读取/未检测' },
  cycleCount: { item: 'A15', code: 'A15-1', name: '0–9999 次（整数）' },
  threeCodesAgree: { item: 'A18', code: 'A18-2', name: '三码合一' },
  unitOnly: { item: 'A19', code: 'A19-1', name: '单机' },
  displayDead: { item: 'D08', code: 'D08-6', name: '无法显示' },
  screenUnrepaired: { item: 'E01', code: 'E01-1', name: '无维修' },
  batteryUnrepaired: { item: 'E02', code: 'E02-1', name: '无维修' },
  boardUnrepaired: { item: 'E03', code: 'E03-1', name: '无维修' },
  cameraUnrepaired: { item: 'E04', code: 'E04-1', name: '无维修' },
  frontCameraReplaced: { item: 'E04', code: 'E04-3', name: '前摄更换' },
  batteryPartUnknown: { item: 'E10', code: 'E10-3', name: '电池-未知部件' },
  screenPartUnknown: { item: 'E10', code: 'E10-4', name: '显示屏-未知部件' },
  cameraPartUnknown: { item: 'E10', code: 'E10-5', name: '摄像头-未知部件' },
  bootsNormally: { item: 'F01', code: 'F01-1', name: '正常开机' },
  faceIdFails: { item: 'F03', code: 'F03-2', name: '无法录入或识别' },
  noBaseband: { item: 'F17', code: 'F17-2', name: '无基带' },
  noTrueTone: { item: 'F31', code: 'F31-2', name: '无原彩' },
} as const

/** Items that cannot be read on a phone that does not start: account, battery, reset, and every function and display. */
export const UNREADABLE_WITHOUT_BOOT: readonly string[] = ['A13', 'A14', 'A15', 'A16', 'A17']

/** Items that cannot be tested while the display shows nothing. */
export const UNTESTABLE_WITHOUT_DISPLAY: readonly string[] = ['F02', 'F06', 'F07', 'F31']
