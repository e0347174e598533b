/** What is new in a version, for the people who use it; what operators must know stands in the changelog. */
export interface Release {
  readonly version: string
  readonly items: readonly { readonly title: string; readonly text: string; readonly topic?: string }[]
}

/** Newest first. The first one is the version of package.json and `NEWS_VERSION`. */
export const NEWS: readonly Release[] = [
  {
    version: '1.0.0',
    items: [
      {
        title: '两千多款机型，怎么写都找得到',
        text: '11pm、m60p、荣耀90gt、型号和苹果零件号都能找到机型并带出内存和颜色；找不到的按 F2 当场新建，以后自动并入机型库。',
        topic: 'model',
      },
      {
        title: '中文输入法下照常扫码',
        text: '扫码框不再受输入法影响；读码被打断时整段拒绝并提示重扫，不会再留下半截单号。',
        topic: 'scanner',
      },
      {
        title: '被闲鱼拒绝的操作不再漏掉',
        text: '发货、改价、关闭、商品和售后被拒后，首页有待办、右上角有紧急消息，列表可以按“闲鱼拒绝”筛选，截止时间照常倒数。',
      },
      {
        title: '批量发货更顺手',
        text: '勾选订单就能打开；粘贴订单号和运单号后，逐台扫手机和封袋补齐。同一个运单号用于两位买家时会先确认。',
        topic: 'ship-many',
      },
      {
        title: '表格怎么存都能读',
        text: '手工表、导出的表和 Excel 另存的表按同一套规则读取；读不了的会说明怎么另存。导出的列表可以原样再导入。',
        topic: 'stock-import',
      },
      {
        title: '议价一眼看清',
        text: '待议价的商品直接显示买家报价、与保底价的差、赚多少和剩余时间，旁边就是同意和拒绝；快到期有提醒。',
      },
      {
        title: '质检完直接上架',
        text: '质检结果、质检列表和质检报告上都有上架，勾选多台可以一起发布。',
        topic: 'publish-auction',
      },
      {
        title: '拍完照再封袋',
        text: '封袋码先预留，照片拍齐后才绑定；手机拍照可以从相册一次选多张，拍齐后会提示完成。',
        topic: 'photos',
      },
      {
        title: '按尾号查、一次查多个',
        text: '编号可以只输最后4到8位；一次粘贴多个编号，逐个查找。',
      },
      {
        title: '质检报告只写看过的',
        text: '没有逐项检测的分组写明已检几项；功能故障单独计级，严选标题会写明。',
        topic: 'inspect',
      },
      {
        title: '截止时间以服务器为准',
        text: '电脑时间不准也不影响倒计时；电脑睡眠醒来后自动刷新。',
      },
      {
        title: '登录失效，填的内容还在',
        text: '重新登录后回到原来的页面和窗口，登录页会说明为什么失效。',
      },
      {
        title: '商家资料',
        text: '商家名称可以自己修改，买家看到的报告一起更新。',
        topic: 'merchant-profile',
      },
    ],
  },
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
        text: '新订单、快到发货时间、发布失败和售后会在右上角提醒，可以同时发短信，也可以推送到别的系统。',
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
        title: '成本价和赚多少',
        text: '质检时填写，或从表格导入成本价；有权限的人能看到每台手机赚多少。',
        topic: 'phone-life',
      },
      {
        title: '对账',
        text: '每晚自动核对订单、账单和闲鱼结算，逐项写明差异和处理办法；也可以导入闲鱼结算单核对。',
        topic: 'reconcile',
      },
      {
        title: '经营概览',
        text: '首页按天看销售额、台数、到手、动销率和售后率，点数字就能看到它统计的明细。',
      },
      {
        title: '售后',
        text: '两个渠道的售后按处理时限排在一起；扫码签收、按售出报告逐项复检，超出额度的退款由同事审批。',
        topic: 'refund',
      },
      {
        title: '严选',
        text: '单台和多台一起卖都能发布；订单扫码选手机，付款前可以改价，库存不足时标出缺货。',
        topic: 'publish-curated',
      },
      {
        title: '批量发货',
        text: '粘贴或逐单扫描，一次发出最多50单，每一行都先核对再提交。',
        topic: 'ship-many',
      },
      {
        title: '多台质检',
        text: '机型、规格和检测项答一次，再逐台扫码；个别不同的手机单独记异常。',
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
