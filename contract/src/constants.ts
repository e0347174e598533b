/** The specification's constants (docs/specification.md §9) and the readings of them (R-CALLS-11). */
export const REQUEST_TIMEOUT_MS = 60_000
export const TIMING_REPORT_DELAY_MS = 300
export const TIMING_REPORT_CAP_MS = 10_000
export const NOTICE_DURATION_MS = 3_000
export const NOTICE_OFFSET_PX = 16
export const BADGE_MAX = 99
/** A list's count stops here; above, `totalIsCapped` is true. */
export const COUNT_CAP = 10_000
/** The counts on the tabs of a list stop here: such a count reads as one less and a plus, `999+`. */
export const TAB_COUNT_CAP = 1_000
/** So many values of one filter may be asked for at once. */
export const FILTER_VALUES_MAX = 50
/** The largest JSON body the gateway reads. */
export const BODY_LIMIT_BYTES = 256 * 1024
/** A settlement file has at most so many characters; a request that carries one may be larger than others. */
export const STATEMENT_CHARS_MAX = 1_200_000
export const STATEMENT_BODY_BYTES = 4 * 1024 * 1024
/** What a web client shows when an error answer carries no text. */
export const FALLBACK_ERROR_TEXT = '接口返回数据错误'
/** A listing of stock has at most so many SKUs, and takes so many phones at once. */
export const SKUS_MAX = 40
export const STOCK_UNITS_MAX = 500
/** So many lines of a list of costs are judged and taken over at once. */
export const COST_ROWS_MAX = 2_000
/** A table of stock has at most so many lines; a request that carries one may be larger than others. */
export const STOCK_ROWS_MAX = 5_000
/** So many texts of such a table may be given a model at once. */
export const STOCK_MODELS_MAX = 500
export const STOCK_BODY_BYTES = 4 * 1024 * 1024

/** Pictures of one after-sale case that the seller adds, at most: those of a refusal as the marketplace takes them, those of a re-check. */
export const REFUSAL_PHOTOS_MAX = 9
export const RECHECK_PHOTOS_MAX = 20

/** A merchant's keys that open something, at most; so many calls a minute, and so many addresses, one may be given. */
export const API_KEYS_MAX = 20
export const API_KEY_CALLS_A_MINUTE_MAX = 1_200
export const API_KEY_PLACES_MAX = 20

/** Tells whoever asks under which address the server knows them: the doctor asks from outside, with a forged header. */
export const CALLER_ADDRESS_PATH = '/api/ext/address'
