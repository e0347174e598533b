/**
 * What each room of the web client may import of the others (docs/architecture.md, The rooms of the web client). A room
 * stands on rooms that are listed before it, so that no circle of rooms can be written down, neither of values nor of types.
 */

/** Tests and their helpers may import every room. */
const TESTS = '(\\.test\\.tsx?$|/testing/)'

/** The rooms below the features, lowest first. */
const BELOW = {
  platform: [],
  session: ['platform'],
  theme: ['session'],
  api: ['platform', 'session'],
  components: ['platform', 'session', 'api'],
}

/**
 * The features, lowest first: the features that each stands on, and what it opens to others. All else in its folder is its own, but
 * that the rooms above take its pages (`…-page.tsx`).
 */
const FEATURES = {
  address: { on: [], open: ['edit-address'] },
  agreement: { on: [], open: [] },
  'api-docs': { on: [], open: [] },
  channel: { on: [], open: ['channels'] },
  demo: { on: [], open: ['demo-corner'] },
  export: { on: [], open: ['export-dialog', 'start-export'] },
  help: { on: [], open: ['help-drawer', 'help-news'] },
  inspection: { on: [], open: ['capacity', 'labels', 'queries', 'types'] },
  links: {
    on: [],
    open: ['bar-code', 'batch-links', 'inspection-links', 'inspection-no', 'phone-link', 'refund-links'],
  },
  merchant: { on: [], open: [] },
  notice: { on: [], open: ['bell'] },
  overview: { on: [], open: ['overview'] },
  parcel: { on: [], open: ['carrier-select', 'shared-waybill'] },
  people: { on: [], open: ['grant-editor', 'grant-tree', 'role-words', 'types'] },
  request: { on: [], open: ['request', 'request-actions'] },
  shop: { on: [], open: ['shop-name', 'shops-query', 'types', 'use-consent-page'] },
  tables: {
    on: [],
    open: ['download-workbook', 'notes-of', 'parcel-tables', 'read-table', 'workbook', 'table-files'],
  },
  todo: { on: [], open: ['use-badges'] },
  webhook: { on: [], open: [] },
  'api-key': { on: ['people'], open: [] },
  audit: { on: ['people'], open: [] },
  bag: {
    on: ['inspection', 'links'],
    open: ['bag-check', 'bag-code', 'bag-fact', 'bag-fault', 'bind-bag-dialog', 'low-stock', 'roll-dialog'],
  },
  checklist: { on: ['inspection'], open: ['checklist', 'checklist-form', 'choice', 'key-hint'] },
  goods: {
    on: ['inspection', 'links', 'request'],
    open: [
      'bids-table',
      'filter-options',
      'goods-cell',
      'marketplace-links',
      'session-text',
      'sold-together',
      'unit-cells',
      'unit-check-table',
    ],
  },
  label: { on: ['inspection'], open: ['label-dialog'] },
  login: {
    on: ['demo'],
    open: ['devices-dialog', 'password-dialog', 'phone-dialog', 'power-dialog', 'use-attempt'],
  },
  task: { on: ['todo'], open: ['tasks'] },
  order: {
    on: ['channel', 'parcel', 'request', 'tables', 'goods'],
    open: [
      'list/auction-orders',
      'list/curated-orders',
      'list/shipping-tools',
      'order-actions',
      'order-labels',
      'types',
    ],
  },
  photo: {
    on: ['inspection', 'checklist'],
    open: [
      'photo-panel',
      'photo-queue',
      'photo-tile',
      'pictures-in',
      'queries',
      'retake',
      'send-picture',
      'shrink',
      'use-photo-queue',
      'use-photo-task',
    ],
  },
  report: {
    on: ['inspection', 'links', 'goods'],
    open: [
      'album',
      'compare-dialog',
      'compared',
      'compared-band',
      'mapping-dialog',
      'model-mapping',
      'photo-thumb',
      'public-report',
      'report-log',
      'report-sections',
      'versions',
    ],
  },
  catalogue: { on: ['inspection', 'goods', 'report'], open: ['new-model'] },
  staff: { on: ['people', 'login'], open: ['owner-power', 'staff-actions'] },
  listing: {
    on: ['channel', 'links', 'request', 'shop', 'goods', 'photo'],
    open: ['confirm-costs', 'listing-labels', 'publish-units'],
  },
  refund: {
    on: ['inspection', 'links', 'parcel', 'request', 'checklist', 'goods', 'label', 'order', 'photo', 'report'],
    open: ['list/refund-cells', 'list/refund-list', 'list/refund-scan', 'refund-tags'],
  },
  phone: {
    on: ['inspection', 'links', 'tables', 'order', 'report', 'listing'],
    open: ['import-costs-button'],
  },
  record: {
    on: ['inspection', 'links', 'shop', 'bag', 'goods', 'label', 'photo', 'report', 'listing'],
    open: ['actions', 'list/inspection-list', 'reinspect'],
  },
  bill: { on: ['channel', 'export', 'tables', 'goods', 'phone'], open: ['signed-money'] },
  station: {
    on: ['inspection', 'links', 'shop', 'bag', 'checklist', 'label', 'photo', 'catalogue', 'listing', 'record'],
    open: [
      'columns',
      'finish-card',
      'finish-line',
      'grade-panel',
      'missing-list',
      'model-choices',
      'model-picker',
      'own-station',
      'photo-station/photo-list',
      'scanned-model',
      'sku-picker',
      'use-checklist-facts',
      'use-submit-key',
      'use-usual-shop',
    ],
  },
  'stock-import': { on: ['tables', 'goods', 'catalogue', 'phone'], open: [] },
  batch: {
    on: ['inspection', 'links', 'shop', 'tables', 'bag', 'checklist', 'goods', 'label', 'record', 'station'],
    open: ['batch-station'],
  },
  home: {
    on: [
      'address',
      'channel',
      'links',
      'overview',
      'shop',
      'todo',
      'bag',
      'order',
      'photo',
      'staff',
      'listing',
      'refund',
      'bill',
      'station',
    ],
    open: ['grants'],
  },
  role: { on: ['people', 'login', 'staff', 'home'], open: [] },
}

/** The rooms above the features, lowest first; of each feature they may import what it opens, and its pages. */
const ABOVE = {
  shell: ['platform', 'session', 'theme', 'api', 'components', 'features'],
  frame: ['components', 'features', 'shell'],
  pages: ['session', 'api', 'components', 'features'],
  app: ['platform', 'session', 'api', 'components', 'shell', 'pages'],
}

/**
 * Refuses a table in which a room stands on one that is not listed before it.
 * @param rooms each room's name with the names of those it stands on, lowest first
 * @throws Error naming the first such pair
 */
export function requireOrder(rooms) {
  const before = new Set()
  for (const [room, stoodOn] of rooms) {
    for (const other of stoodOn) {
      if (!before.has(other)) throw new Error(`the room ${room} stands on ${other}, which is not listed before it`)
    }
    before.add(room)
  }
}

requireOrder(Object.entries(FEATURES).map(([name, { on }]) => [name, on]))
requireOrder([...Object.entries(BELOW), ['features', []], ...Object.entries(ABOVE)])

const SRC = '^web/src/'
const ofRoom = (room) => `${SRC}${room}/`
const ofFeature = (name) => `${SRC}features/${name}/`

/** What a feature opens, as a path: `label-dialog` stands for the component and its style sheet. */
const opened = (name) => `${ofFeature(name)}(${FEATURES[name].open.join('|')})\\.`
const allOpened = [
  ...Object.keys(FEATURES)
    .filter((name) => FEATURES[name].open.length > 0)
    .map(opened),
  `${SRC}features/[^.]+-page\\.tsx$`,
]

const rule = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: SRC, pathNot: `(${[from, ...allowed].join('|')})` },
})

const roomRule = ([room, on]) =>
  rule(
    `web-${room}-imports`,
    ofRoom(room),
    on.flatMap((other) => (other === 'features' ? allOpened : [ofRoom(other)])),
    'each room of the web client stands on those below it (web/allowed-imports.mjs)',
  )

const featureRule = ([name, { on }]) =>
  rule(
    `web-features-${name}-imports`,
    ofFeature(name),
    [...Object.keys(BELOW).map(ofRoom), ...on.map(opened)],
    'a feature imports of the features that it stands on what they open (web/allowed-imports.mjs)',
  )

export const webRules = [
  ...Object.entries({ ...BELOW, ...ABOVE }).map(roomRule),
  ...Object.entries(FEATURES).map(featureRule),
  {
    name: 'web-rooms-are-listed',
    comment: 'a new room or feature of the web client states what it stands on (web/allowed-imports.mjs)',
    severity: 'error',
    from: {
      path: `${SRC}(features/)?[^/]+/`,
      pathNot: [
        `${SRC}(${[...Object.keys(BELOW), ...Object.keys(ABOVE)].join('|')}|features/(${Object.keys(FEATURES).join('|')}))/`,
        TESTS,
      ],
    },
    to: {},
  },
  {
    name: 'web-pages-are-the-routes',
    comment: 'a folder of pages/ is an address and holds its page.tsx alone; what the page is made of is a feature',
    severity: 'error',
    from: { path: ofRoom('pages'), pathNot: '/page\\.tsx$' },
    to: {},
  },
]
