/** Family names of one character that are common enough to tell a name by. */
const FAMILY =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付傅方邹熊白孟秦邱江尹薛闫阎段雷侯龙黎史陶贺毛郝顾龚邵万覃武钱戴严欧莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟申殷詹耿关焦巫左柳甘祝包宁尚符舒阮柯纪梅童凌毕单裴霍涂成苗谷盛曲翁冉骆蓝靳季辛欧阳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗桂全佟应臧闵苟邬边卞姬仇栾隋刁冀苑敖巩荆池尉'
const COMPOUND_FAMILY = /^(?:欧阳|上官|司马|诸葛|司徒|皇甫|尉迟|公孙|慕容|令狐|夏侯|东方|宇文|长孙|端木|百里|南宫)/
const TITLE = /(?:先生|女士|小姐|老师|师傅|老板|经理|店长|主管|同学|总|姐|哥|工)$/
const FAMILIAR = /^[小老阿]/

/** In a name after the family name these are so rare that a place is likelier. */
const PLACE_SIGN = /[路街道巷弄村镇乡县区市省栋幢楼室号店厦苑园院库仓厂场站门桥港湾座层里]/

/** Words that begin like a name and are none, nor is what begins with them. */
const NO_NAMES = new Set(
  '万家 万寿 万科 万象 万达 东方 于是 付款 付费 任何 任意 党校 全国 全天 全家 全款 全部 关于 关注 农业 冷库 冷链 包厢 包子 包装 包裹 包邮 包间 华为 华侨 华强 华润 华联 单位 单元 单号 卫浴 卫生 古玩 司机 向东 向北 向南 向西 周一 周三 周二 周五 周六 周四 周围 周日 周末 周边 宁波 宁静 安全 安居 安排 安装 左侧 左转 左边 巫山 席位 席梦思 应届 应急 应该 康乐 康复 徐家汇 成人 成功 成都 房屋 房间 文件 文具 文化 文艺 方便 方向 方式 施工 时代 时尚 时间 易拉宝 易碎 景观 曲折 曹家渡 柏油 武装 江北 江南 江山 温泉 温馨 熊猫 牛奶 王府井 白天 白石 白色 白领 盛世 石材 石油 石牌 童装 简单 简装 管委会 管家 管理 米家 米线 舒适 苏宁 莫名 蓝色 解放 许可 谢谢 车公庙 车辆 车间 边上 连接 连锁 金地 金属 金桥 金融 金陵 钟点 阮囊 陆家嘴 项目 项链 顾客 顾村 马上 马场 马连道 高中 高层 高新 高校 高楼 高碑店 高速 高铁 鲁班 麦当劳 麦田 黄岗 黄田 黄色 黄金 龙光 龙湖 龙虎'.split(
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
  if (!HAN_ONLY.test(word) || NO_NAMES.has(word.slice(0, 2)) || NO_NAMES.has(word.slice(0, 3))) return false
  const untitled = word.replace(TITLE, '')
  const family = familyOf(untitled)
  if (untitled !== word && family === untitled) return true
  if (FAMILIAR.test(word) && word.length === 2) return FAMILY.includes(word.charAt(1))
  const given = untitled.slice(family.length)
  return (
    family !== '' && given.length >= GIVEN_LENGTH.min && given.length <= GIVEN_LENGTH.max && !PLACE_SIGN.test(given)
  )
}
