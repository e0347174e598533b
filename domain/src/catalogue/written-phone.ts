/** What a text says beside the model: put aside so that the rest is a name, and used where the model is known. */
export interface WrittenPhone {
  /** What is left, with single blanks. */
  readonly rest: string
  /** `12GB`; empty where none is written. */
  readonly ram: string
  /** `256GB`, `1TB`; empty where none is written. */
  readonly storage: string
  /** `国行`, `港版`; empty where none is written. */
  readonly region: string
}

const PAIR = /(?<![\d])(\d{1,2})\s*(?:GB?)?\s*[+/]\s*(8|16|32|64|128|256|512|1024|2048|[12])\s*(GB?|TB?)?(?![a-z\d])/gi
const ALONE = /(?<![\d+])(\d{2,4})\s*GB?(?![a-z\d])|(?<![\d+])([12])\s*TB?(?![a-z\d])/i
/** A storage without its unit: `128` is one behind a model, the `13` of a model is none. */
const BARE = /(?<=\S.*)(?<!\d)(64|128|256|512|1024)(?![a-z\d])/i
const REGION =
  /国行|国版|大陆版|港版|澳门版|港澳版|台版|美版|加版|日版|韩版|欧版|英版|国际版|印度版|俄版|中东版|BS机?|资源机/gi
/** What merchants write beside a model, and what says nothing of which one it is. */
const NOISE =
  /全网通|有锁|无锁|卡贴机?|双卡|单卡|双待|手机|二手|苹果版|公开版|移动版?|联通版?|电信版?|官换机?|官翻机?|监管机?|展示机|在保|过保|充新|靓机|成色|(?:[89][05]|9[5-9])新|[ABCS]级?机/g

const storageName = (amount: string, unit: string): string => {
  if (/^T/i.test(unit)) return `${amount}TB`
  return amount === '1024' ? '1TB' : amount === '2048' ? '2TB' : `${amount}GB`
}

const RAMS = new Set(['1', '2', '3', '4', '6', '8', '10', '12', '16', '18', '24', '32'])
const STORAGES = new Set(['8', '16', '32', '64', '128', '256', '512', '1024', '2048'])

/** A RAM beside a storage, and no model beside one: no phone has 13 GB of RAM, and `苹果12/128` is an iPhone 12. */
function isPair(text: string, [whole, ram = '', storage = '', unit = '']: RegExpExecArray): boolean {
  const isCapacity = /^T/i.test(unit) || STORAGES.has(storage) || storage === '1'
  return RAMS.has(ram) && isCapacity && !/^\s*(?:苹果|iphone|apple)?\s*$/i.test(text.replace(whole, ''))
}

/** Puts aside what a text says beside the model: capacity, region, network, and words that say nothing of the model. */
export function readWrittenPhone(written: string): WrittenPhone {
  let rest = written.normalize('NFKC').replace(/[()（）[\]【】,，、;；|]/g, ' ')
  let ram = ''
  let storage = ''
  const text = rest
  const pair = [...text.matchAll(PAIR)].find((one) => isPair(text, one))
  if (pair) {
    ram = `${pair[1]}GB`
    storage = storageName(pair[2] ?? '', pair[3] ?? (pair[2] === '1' ? 'T' : 'G'))
    rest = rest.replace(pair[0], ' ')
  } else {
    const alone = ALONE.exec(rest)
    const bare = alone ? null : BARE.exec(rest)
    const [found, gigabytes, terabytes] = alone ?? [bare?.[0], bare?.[1], undefined]
    if (found !== undefined) {
      storage = terabytes === undefined ? storageName(gigabytes ?? '', 'G') : storageName(terabytes, 'T')
      rest = rest.replace(found, ' ')
    }
  }
  const region = (rest.match(REGION)?.[0] ?? '').replace(/^(?:国版|大陆版)$/, '国行')
  rest = rest.replace(REGION, ' ').replace(NOISE, ' ').replace(/\s+/g, ' ').trim()
  return { rest, ram, storage, region }
}

/** Common parts of colours, by which a colour is told from a name where its model is not known. */
export const COLOUR_SIGNS = /^[黑白红蓝绿紫金银灰粉黄橙青棕褐米杏玫瑰深浅暗亮远峰午夜星光曜雅釉素原钛色金属沙漠]+$/u
