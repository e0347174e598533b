/** Texts are counted here as the merchants' side counts them: one rule for both. */
export { countUnits, cutToUnits } from '@huanji/domain/listing-texts'
