import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { mapGrade } from '@huanji/domain/grading/map'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { GRADES } from '@huanji/domain/template/types'
import { closed, defineFeature, OPEN } from '../../feature.ts'
import { optionsIn, optionsOf } from '../../labels.ts'
import { modelMappingEdit } from '../model-mapping/calls.ts'
import { batch, batchEdit } from './batch.ts'
import { detConfig } from './detect-config.ts'
import { detRecord } from './inspection.ts'
import { BAG_ACTION_LABELS, VERIFY_RESULT_LABELS } from './labels.ts'
import { defectPhoto, defPhoto, realPhoto } from './photo.ts'
import { photoLinks, photoPages } from './photo-link.ts'
import { photoEdit, photoReuse } from './photo-reuse.ts'
import { newInspection, recordAction } from './record-action.ts'
import { bagRecordColumns, batchColumns, batchUnitColumns, inspectionColumns } from './rows.ts'
import { bagRoll, sealBag } from './sealed-bag.ts'
import { inspectionNaming } from './words.ts'

export const inspectionFeature = defineFeature({
  groups: {
    batch: { title: '严选多台质检', calls: batch, keys: OPEN },
    batchEdit: {
      title: '批次',
      calls: batchEdit,
      keys: OPEN,
      beyond:
        'each phone of a list is judged before the batch is submitted; a mistaken answer is corrected for all of them',
    },
    detConfig: { title: '质检配置', calls: detConfig, keys: OPEN },
    detRecord: { title: '质检', calls: detRecord, keys: OPEN },
    defPhoto: { title: '瑕疵照片', calls: defPhoto, keys: OPEN },
    defectPhoto: {
      title: '瑕疵照片保存',
      calls: defectPhoto,
      keys: OPEN,
      beyond: 'the specification names calls that read and reuse defect photos, none that stores one',
    },
    realPhoto: { title: '实拍照片', calls: realPhoto, keys: OPEN },
    photoLinks: {
      title: '拍照链接',
      calls: photoLinks,
      keys: closed('打开链接的人会以员工的身份拍照'),
      beyond: 'photographs from a phone without a session: a link for one task, and the three calls that it opens',
    },
    photoPages: {
      title: '拍照页',
      calls: photoPages,
      keys: closed('只供打开链接的人使用'),
      beyond: 'photographs from a phone without a session: a link for one task, and the three calls that it opens',
    },
    photoEdit: {
      title: '照片整理',
      calls: photoEdit,
      keys: OPEN,
      beyond:
        'photographs that changed places are put right without taking them again; circles and arrows on what is to be seen',
    },
    photoReuse: { title: '照片复用', calls: photoReuse, keys: OPEN },
    newInspection: {
      title: '重新质检',
      calls: newInspection,
      keys: OPEN,
      beyond: 'a phone in stock is inspected anew, as a record beside the old one',
    },
    recordAction: { title: '质检记录', calls: recordAction, keys: OPEN },
    bagRoll: { title: '封袋', calls: bagRoll, keys: OPEN },
    sealBag: { title: '封袋记录', calls: sealBag, keys: OPEN },
  },
  pages: {
    auctionInspection: {
      path: '/check/ys/check',
      title: '鱼市质检',
      group: 'check',
      params: { takes: ['inspectionId', 'place', 'code', 'mode', 'batchId'] },
      posts: ['manager', 'inspector', 'photographer'],
      needs: [detRecord.verifyBarCode, '/check/ys/list'],
      actions: [
        {
          title: '扫手机开始质检、拍照',
          grant: detRecord.verifyBarCode,
          posts: ['manager', 'inspector', 'photographer'],
          needs: [[detRecord.addDetectRecord, realPhoto.saveRealPhoto]],
        },
        {
          title: '提交质检',
          grant: detRecord.addDetectRecord,
          posts: ['manager', 'inspector'],
          needs: [detRecord.verifyBarCode, detRecord.getDetectRecordList],
        },
        {
          title: '拍摄实拍图',
          grant: realPhoto.saveRealPhoto,
          posts: ['manager', 'inspector', 'photographer'],
          needs: [detRecord.verifyBarCode, detRecord.getDetectRecordList, defectPhoto.save],
        },
        {
          title: '拍摄瑕疵图',
          grant: defectPhoto.save,
          posts: ['manager', 'inspector', 'photographer'],
          needs: [realPhoto.saveRealPhoto],
        },
        {
          title: '复用照片',
          grant: photoReuse.useOldRealPhotoInfo,
          posts: ['manager', 'inspector', 'photographer'],
          needs: [realPhoto.saveRealPhoto],
        },
        {
          title: '批量提交质检',
          grant: batch.addMultiCommodity,
          posts: ['manager', 'inspector'],
          needs: [detRecord.addDetectRecord, batch.getMultiDetRecordList],
        },
      ],
    },
    auctionInspections: {
      path: '/check/ys/list',
      title: '鱼市质检列表',
      group: 'check',
      params: {
        takes: [
          'state',
          'code',
          'modelId',
          'modelId.label',
          'grade',
          'shopAccountId',
          'createdFrom',
          'createdTo',
          'retakeAsked',
        ],
      },
      posts: ['manager', 'inspector', 'photographer', 'operator', 'shipper', 'service'],
      needs: [detRecord.getDetectRecordList],
      actions: [
        {
          title: '查看列表',
          grant: detRecord.getDetectRecordList,
          posts: ['manager', 'inspector', 'photographer', 'operator', 'shipper', 'service'],
          needs: [detRecord.getDetRecordDetails],
        },
        {
          title: '查看报告',
          grant: detRecord.getDetRecordDetails,
          posts: ['manager', 'inspector', 'photographer', 'operator', 'shipper', 'service'],
          alsoOn: ['/check/yx/plural-list', '/check/ys/baglog', '/check/phone'],
        },
        {
          title: '封袋、换袋',
          grant: bagRoll.bind,
          posts: ['manager', 'inspector', 'shipper'],
          needs: [detRecord.getDetectRecordList],
        },
        {
          title: '更换店铺',
          grant: recordAction.updateXyUid,
          posts: ['manager', 'inspector'],
          needs: [detRecord.getDetectRecordList],
        },
        {
          title: '作废质检',
          grant: recordAction.deleteDetRecord,
          posts: ['manager', 'inspector'],
          needs: [detRecord.getDetectRecordList],
        },
        {
          title: '修改闲鱼机型对照',
          grant: modelMappingEdit.save,
          posts: ['manager', 'inspector'],
          needs: [detRecord.getDetectRecordList],
        },
      ],
    },
    auctionReport: {
      path: '/check/ys/detail',
      title: '质检报告',
      group: null,
      highlights: '/check/ys/list',
      alsoHighlights: ['/check/yx/sing-list', '/check/yx/plural-list', '/check/ys/baglog', '/check/phone'],
      opensWith: detRecord.getDetRecordDetails,
      params: { needs: ['inspectionId'], takes: ['compareWith'] },
      posts: ['manager', 'inspector', 'photographer', 'operator', 'shipper', 'service'],
    },
    curatedInspection: {
      path: '/check/yx/check',
      title: '严选单台质检',
      group: 'check',
      params: { takes: ['inspectionId', 'place', 'code'] },
      posts: ['manager', 'inspector', 'photographer'],
      needs: [detRecord.verifyBarCode, '/check/yx/sing-list'],
      actions: [
        { title: '扫手机开始质检、拍照', grant: detRecord.verifyBarCode },
        { title: '提交质检', grant: detRecord.addDetectRecord },
        { title: '拍摄实拍图', grant: realPhoto.saveRealPhoto },
        { title: '拍摄瑕疵图', grant: defectPhoto.save },
        { title: '复用照片', grant: photoReuse.useOldRealPhotoInfo },
      ],
    },
    curatedInspections: {
      path: '/check/yx/sing-list',
      title: '严选单台质检列表',
      group: 'check',
      params: {
        takes: [
          'state',
          'code',
          'modelId',
          'modelId.label',
          'grade',
          'shopAccountId',
          'createdFrom',
          'createdTo',
          'retakeAsked',
        ],
      },
      posts: ['manager', 'inspector', 'photographer', 'operator', 'shipper', 'service'],
      needs: [detRecord.getDetectRecordList],
      actions: [
        { title: '查看列表', grant: detRecord.getDetectRecordList },
        { title: '查看报告', grant: detRecord.getDetRecordDetails },
        { title: '更换店铺', grant: recordAction.updateXyUid },
        { title: '作废质检', grant: recordAction.deleteDetRecord },
        { title: '修改闲鱼机型对照', grant: modelMappingEdit.save },
      ],
    },
    batchInspection: {
      path: '/check/yx/batchCheck',
      title: '严选多台质检',
      group: 'check',
      params: { takes: ['batchId'] },
      posts: ['manager', 'inspector'],
      needs: [batch.addMultiCommodity],
      actions: [{ title: '批量提交质检', grant: batch.addMultiCommodity }],
    },
    batches: {
      path: '/check/yx/plural-list',
      title: '多台质检列表',
      group: 'check',
      params: { takes: ['code', 'channel'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
      needs: [batch.getMultiDetRecordList],
      actions: [
        {
          title: '查看批次',
          grant: batch.getMultiDetRecordList,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
          needs: [batch.getDetRecordDetailsByDetRecordId, detRecord.getDetRecordDetails],
        },
        {
          title: '查看批次手机',
          grant: batch.getDetRecordDetailsByDetRecordId,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
          needs: [batch.getMultiDetRecordList],
        },
      ],
    },
    batchUnits: {
      path: '/check/yx/plural-detailed-list',
      title: '批次详情',
      group: null,
      highlights: '/check/yx/plural-list',
      params: { needs: ['batchId'], takes: ['state'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
    },
    bagRecords: {
      path: '/check/ys/baglog',
      title: '封袋绑定记录',
      group: 'check',
      params: { takes: ['bagCode'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
      needs: [sealBag.records],
      actions: [
        {
          title: '查看记录',
          grant: sealBag.records,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service'],
        },
        {
          title: '登记一卷封袋',
          grant: bagRoll.registerRoll,
          posts: ['manager', 'inspector', 'shipper'],
          needs: [sealBag.records],
          begins: ['登记一卷封袋', '这卷不用了'],
        },
      ],
    },
  },
  lists: {
    'auction-inspections': {
      call: detRecord.getDetectRecordList,
      columns: inspectionColumns,
      naming: inspectionNaming,
    },
    'curated-inspections': {
      call: detRecord.getDetectRecordList,
      columns: inspectionColumns,
      naming: inspectionNaming,
    },
    batches: { call: batch.getMultiDetRecordList, columns: batchColumns },
    'batch-units': { call: batch.getDetRecordDetailsByDetRecordId, columns: batchUnitColumns },
    'bag-records': { call: sealBag.records, columns: bagRecordColumns },
  },
  bulk: {
    'inspection.changeShop': {
      title: '换店铺',
      list: detRecord.getDetectRecordList,
      call: recordAction.updateXyUid,
      idField: 'inspectionId',
      inputField: 'rows.inspectionId',
      allowed: 'changeShop',
      asks: ['shopAccountId'],
      asksBeside: 'rows',
    },
    'inspection.void': {
      title: '作废',
      list: detRecord.getDetectRecordList,
      call: recordAction.deleteDetRecord,
      idField: 'inspectionId',
      inputField: 'rows.inspectionId',
      allowed: 'void',
      asks: ['reason', 'voidsBag'],
      asksBeside: 'rows',
    },
  },
  topics: ['inspection', 'photo'],
  dictionaries: {
    grade: GRADES.map((grade) => ({ value: grade, label: mapGrade(grade).auctionLabel })),
    curatedGrade: GRADES.flatMap((grade) => {
      const { curatedLabel } = mapGrade(grade)
      return curatedLabel === null ? [] : [{ value: grade, label: curatedLabel }]
    }),
    repairFlag: optionsOf(REPAIR_FLAG_LABELS),
    verifyResult: optionsOf(VERIFY_RESULT_LABELS),
    inspectionState: optionsIn(INSPECTION_STATES.states),
    bagState: optionsIn(BAG_STATES.states),
    bagAction: optionsOf(BAG_ACTION_LABELS),
  },
})
