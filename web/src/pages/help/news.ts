/** What is new in a version, for the people who use it; what operators must know stands in the changelog. */
export interface Release {
  readonly version: string
  readonly items: readonly { readonly title: string; readonly text: string; readonly topic?: string }[]
}

/** Newest first. The first one is the version of package.json and `NEWS_VERSION`. */
export const NEWS: readonly Release[] = [
  {
    version: '0.1.0',
    items: [
      {
        title: '数据导入',
        text: '现在用的库存表和进价表直接拖进来：逐行核对后再写入，导错了7天内可以撤销。',
        topic: 'stock-import',
      },
      {
        title: '消息和接口推送',
        text: '新订单、临近截止、发布失败和售后会在右上角提醒，可以同时发短信，也可以推送到别的系统。',
        topic: 'webhook',
      },
      {
        title: '接口密钥',
        text: '给仓库、ERP或报表程序各自的密钥，只给它需要的权限；每个接口都有说明和示例。',
        topic: 'api-key',
      },
      {
        title: '首页和快速查找',
        text: '首页按岗位显示要做的事；按 Ctrl K 可以用拼音查页面、操作、机型、订单、买家和同事。',
      },
      {
        title: '一机一档',
        text: '扫任意编号，一页看完这台手机从入库、质检、竞拍、订单到售后和账单的全部经历，以及它赚了多少。',
        topic: 'phone-life',
      },
      {
        title: '成本价和毛利',
        text: '质检时填写，或从表格导入成本价；有权限的人能看到每台手机的毛利。',
        topic: 'phone-life',
      },
      {
        title: '对账',
        text: '每晚自动核对订单、账单和闲鱼结算，逐项写明差异和处理办法；也可以导入闲鱼结算单核对。',
        topic: 'reconcile',
      },
      {
        title: '经营概览',
        text: '首页按天看销售额、台数、净额、动销率和售后率，点数字就能看到它统计的明细。',
      },
      {
        title: '售后',
        text: '两个渠道的售后按处理时限排在一起；扫码签收、按售出报告逐项复检，超出额度的退款由同事审批。',
        topic: 'refund',
      },
      {
        title: '严选',
        text: '一机一品和多库存都能发布；订单扫码选机，付款前可以改价，库存不足时标出缺货。',
        topic: 'publish-curated',
      },
      {
        title: '批量发货',
        text: '粘贴或逐单扫描，一次发出最多50单，每一行都先核对再提交。',
        topic: 'ship-many',
      },
      {
        title: '多库存质检',
        text: '机型、规格和检测项答一次，再逐台扫码；个别不同的设备单独记异常。',
        topic: 'batch',
      },
      {
        title: '用自己的手机拍照',
        text: '扫工作台上的二维码就能拍，不用登录，照片自动出现在工作台。',
        topic: 'photos',
      },
      {
        title: '自动重新上架',
        text: '流拍的鱼市商品按设定的次数、降价和场次自动再报名，开启前先试算。',
        topic: 'reprice',
      },
      {
        title: '帮助',
        text: '在任何页面按 `F1` 或点右上角的帮助，看这一页能做的事怎么做。',
      },
    ],
  },
]
