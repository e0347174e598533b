/** Family names of one character that are common enough to tell a name by. */
const FAMILY =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付傅方邹熊白孟秦邱江尹薛闫阎段雷侯龙黎史陶贺毛郝顾龚邵万覃武钱戴严欧莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟申殷詹耿关焦巫左柳甘祝包宁尚符舒阮柯纪梅童凌毕单裴霍涂成苗谷盛曲翁冉骆蓝靳季辛欧阳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗桂全佟应臧闵苟邬边卞姬仇栾隋刁冀苑敖巩荆池尉'
const COMPOUND_FAMILY = /^(?:欧阳|上官|司马|诸葛|司徒|皇甫|尉迟|公孙|慕容|令狐|夏侯|东方|宇文|长孙|端木|百里|南宫)/
const TITLE = /(?:先生|女士|小姐|老师|师傅|老板|经理|店长|主管|同学|总|姐|哥|工)$/
const FAMILIAR = /^[小老阿]/

/** In a name after the family name these are so rare that a place is likelier. */
const PLACE_SIGN = /[路街道巷弄村镇乡县区市省栋幢楼室号店厦苑园院库仓厂场站门桥港湾座层里]/

/** Begin like a name and are none. */
const NO_NAMES = new Set(
  '谢谢 周一 周二 周三 周四 周五 周六 周日 周末 马上 任意 任何 时间 白天 方便 于是 万科 万达 万象 万家 金地 金融 华润 华强 华侨 华为 平安 高新 高层 安居 东方 成功 全部 全国 单位 单号 包邮 包裹 关于 连接 解放 和平 文件 应急 应该 向北 向南 向东 向西 左侧 左转 成人 古玩 米家 麦当劳 农业 连锁 舒适 简单 车间 车辆 华为店 金属 石油 施工 康复 方向 安全 安排 包装 高铁 高速 黄金 白色 黑色 蓝色 黄色 温馨 盛世 恒大 龙湖 龙光 江南 江北 国贸 科技 宁静 景观 曲折 顾客 管理 管家 管委会 司机 项目 付款 付费 许可 时代 时尚 房间 房屋 文化 文艺 武装 冷链 康乐 席位 边上 单元 应届 全天 全款 易碎 易碎品 计划 成都 金陵 苏宁 国美 白领 江山 关注 方式 高校 高中 包间 包厢'.split(
    ' ',
  ),
)

const HAN_ONLY = /^[\u4e00-\u9fff]+$/
/** Names written with a dot between their parts, such as 阿依古丽·买买提. */
const DOTTED = /^[\u4e00-\u9fff]{1,8}·[\u4e00-\u9fff]{1,8}$/

const GIVEN_LENGTH = { min: 1, max: 2 } as const

/** What stands before the given name; empty when the word begins with no family name. */
function familyOf(word: string): string {
  const compound = COMPOUND_FAMILY.exec(word)?.[0]
  if (compound !== undefined && word.length > compound.length) return compound
  return FAMILY.includes(word.charAt(0)) ? word.charAt(0) : ''
}

/**
 * True for a word that can hardly be anything else than a person's name: a common family name with a given name of one
 * or two characters or a form of address, or a name with a dot. A rare name is not told; its label tells it.
 */
export function isPersonName(word: string): boolean {
  if (DOTTED.test(word)) return true
  if (!HAN_ONLY.test(word) || NO_NAMES.has(word)) return false
  const untitled = word.replace(TITLE, '')
  const family = familyOf(untitled)
  if (untitled !== word && family === untitled) return true
  if (FAMILIAR.test(word) && word.length === 2) return FAMILY.includes(word.charAt(1))
  const given = untitled.slice(family.length)
  return (
    family !== '' &&
    given.length >= GIVEN_LENGTH.min &&
    given.length <= GIVEN_LENGTH.max &&
    !PLACE_SIGN.test(given) &&
    !NO_NAMES.has(untitled)
  )
}
