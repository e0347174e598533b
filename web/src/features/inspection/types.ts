import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's inspection shapes by the names that these screens use. */
export type Template = OutputOf<Calls['detConfig']['getDetectOptionTpl']>
export type TemplateItem = Template['groups'][number]['items'][number]
export type TemplateOption = TemplateItem['options'][number]
export type Shot = Template['shots'][number]
export type Answers = Template['defaults']
export type Answer = Answers[string]

export type GradeCheck = OutputOf<Calls['detConfig']['getDetectGradLevel']>
export type GradeExplanation = GradeCheck['explanation']
export type Grade = GradeExplanation['grade']
export type Problem = GradeCheck['problems'][number]

/** A model that a text may mean, with what the text says of the SKU. */
export type FoundModel = OutputOf<Calls['detConfig']['productSearch']>['models'][number]
export type ModelSummary = Omit<FoundModel, 'isNamed' | 'sku'>
export type ModelProperties = OutputOf<Calls['detConfig']['getPropertyInfo']>

export type Verified = OutputOf<Calls['detRecord']['verifyBarCode']>
export type SaveInput = InputOf<Calls['detRecord']['addDetectRecord']>
export type Saved = OutputOf<Calls['detRecord']['addDetectRecord']>
export type InspectionRow = OutputOf<Calls['detRecord']['getDetectRecordList']>['list'][number]
export type InspectionDetail = OutputOf<Calls['detRecord']['getDetRecordDetails']>
export type InspectionState = InspectionRow['state']
export type UnitCode = InspectionDetail['code']
export type Sku = InspectionDetail['sku']
export type ReportGroup = InspectionDetail['groups'][number]

export type RealPhotos = OutputOf<Calls['realPhoto']['getDetectRealPhoto']>
export type DefectPhotos = OutputOf<Calls['defPhoto']['getDefPhotoInfoByTaskId']>
export type Photo = RealPhotos['photos'][number]

export type BagRecord = OutputOf<Calls['sealBag']['records']>['list'][number]
/** What the server knows of a scanned bag. */
export type BagCheck = OutputOf<Calls['bagRoll']['check']>

/** A line of what happened to a record. */
export type LogLine = OutputOf<Calls['recordAction']['getDetRecordLogList']>['list'][number]
/** Our model and the marketplace's. */
export type ModelMapping = OutputOf<Calls['modelMapping']['getOnLineXySpuByHsbSpuId']>
/** A record of the same phone whose photographs may be taken over. */
export type EarlierPhotos = OutputOf<Calls['photoReuse']['getRealPhotoInfoByImei']>['records'][number]
