// A class of so many texts that what follows them lies in a second group of columns, outside of the leaf that an object
// points into.

import Foundation
import Quire

final class WideTail: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var t0: String; @Persisted var t1: String; @Persisted var t2: String; @Persisted var t3: String
    @Persisted var t4: String; @Persisted var t5: String; @Persisted var t6: String; @Persisted var t7: String
    @Persisted var t8: String; @Persisted var t9: String; @Persisted var t10: String; @Persisted var t11: String
    @Persisted var t12: String; @Persisted var t13: String; @Persisted var t14: String; @Persisted var t15: String
    @Persisted var t16: String; @Persisted var t17: String; @Persisted var t18: String; @Persisted var t19: String
    @Persisted var t20: String; @Persisted var t21: String; @Persisted var t22: String; @Persisted var t23: String
    @Persisted var t24: String; @Persisted var t25: String; @Persisted var t26: String; @Persisted var t27: String
    @Persisted var t28: String; @Persisted var t29: String; @Persisted var t30: String; @Persisted var t31: String
    @Persisted var t32: String; @Persisted var t33: String; @Persisted var t34: String; @Persisted var t35: String
    @Persisted var t36: String; @Persisted var t37: String; @Persisted var t38: String; @Persisted var t39: String
    @Persisted var t40: String; @Persisted var t41: String; @Persisted var t42: String; @Persisted var t43: String
    @Persisted var t44: String; @Persisted var t45: String; @Persisted var t46: String; @Persisted var t47: String
    @Persisted var t48: String; @Persisted var t49: String; @Persisted var t50: String; @Persisted var t51: String
    @Persisted var t52: String; @Persisted var t53: String; @Persisted var t54: String; @Persisted var t55: String
    @Persisted var t56: String; @Persisted var t57: String; @Persisted var t58: String; @Persisted var t59: String
    @Persisted var t60: String; @Persisted var t61: String; @Persisted var t62: String; @Persisted var t63: String
    @Persisted var t64: String; @Persisted var t65: String; @Persisted var t66: String; @Persisted var t67: String
    @Persisted var t68: String; @Persisted var t69: String; @Persisted var t70: String; @Persisted var t71: String
    @Persisted var t72: String; @Persisted var t73: String; @Persisted var t74: String; @Persisted var t75: String
    @Persisted var t76: String; @Persisted var t77: String; @Persisted var t78: String; @Persisted var t79: String
    @Persisted var t80: String; @Persisted var t81: String; @Persisted var t82: String; @Persisted var t83: String
    @Persisted var t84: String; @Persisted var t85: String; @Persisted var t86: String; @Persisted var t87: String
    @Persisted var t88: String; @Persisted var t89: String; @Persisted var t90: String; @Persisted var t91: String
    @Persisted var t92: String; @Persisted var t93: String; @Persisted var t94: String; @Persisted var t95: String
    @Persisted var t96: String; @Persisted var t97: String; @Persisted var t98: String; @Persisted var t99: String
    @Persisted var t100: String; @Persisted var t101: String; @Persisted var t102: String; @Persisted var t103: String
    @Persisted var t104: String; @Persisted var t105: String; @Persisted var t106: String; @Persisted var t107: String
    @Persisted var t108: String; @Persisted var t109: String; @Persisted var t110: String; @Persisted var t111: String
    @Persisted var t112: String; @Persisted var t113: String; @Persisted var t114: String; @Persisted var t115: String
    @Persisted var t116: String; @Persisted var t117: String; @Persisted var t118: String; @Persisted var t119: String
    @Persisted var t120: String; @Persisted var t121: String; @Persisted var t122: String; @Persisted var t123: String
    @Persisted var t124: String; @Persisted var t125: String; @Persisted var t126: String; @Persisted var t127: String
    @Persisted var t128: String; @Persisted var t129: String; @Persisted var t130: String; @Persisted var t131: String
    @Persisted var t132: String; @Persisted var t133: String; @Persisted var t134: String; @Persisted var t135: String
    @Persisted var t136: String; @Persisted var t137: String; @Persisted var t138: String; @Persisted var t139: String
    @Persisted var t140: String; @Persisted var t141: String; @Persisted var t142: String; @Persisted var t143: String
    @Persisted var t144: String; @Persisted var t145: String; @Persisted var t146: String; @Persisted var t147: String
    @Persisted var t148: String; @Persisted var t149: String; @Persisted var t150: String; @Persisted var t151: String
    @Persisted var t152: String; @Persisted var t153: String; @Persisted var t154: String; @Persisted var t155: String
    @Persisted var t156: String; @Persisted var t157: String; @Persisted var t158: String; @Persisted var t159: String
    @Persisted var t160: String; @Persisted var t161: String; @Persisted var t162: String; @Persisted var t163: String
    @Persisted var t164: String; @Persisted var t165: String; @Persisted var t166: String; @Persisted var t167: String
    @Persisted var t168: String; @Persisted var t169: String; @Persisted var t170: String; @Persisted var t171: String
    @Persisted var t172: String; @Persisted var t173: String; @Persisted var t174: String; @Persisted var t175: String
    @Persisted var t176: String; @Persisted var t177: String; @Persisted var t178: String; @Persisted var t179: String
    @Persisted var t180: String; @Persisted var t181: String; @Persisted var t182: String; @Persisted var t183: String
    @Persisted var t184: String; @Persisted var t185: String; @Persisted var t186: String; @Persisted var t187: String
    @Persisted var t188: String; @Persisted var t189: String; @Persisted var t190: String; @Persisted var t191: String
    @Persisted var t192: String; @Persisted var t193: String; @Persisted var t194: String; @Persisted var t195: String
    @Persisted var t196: String; @Persisted var t197: String; @Persisted var t198: String; @Persisted var t199: String
    @Persisted var t200: String; @Persisted var t201: String; @Persisted var t202: String; @Persisted var t203: String
    @Persisted var t204: String; @Persisted var t205: String; @Persisted var t206: String; @Persisted var t207: String
    @Persisted var t208: String; @Persisted var t209: String; @Persisted var t210: String; @Persisted var t211: String
    @Persisted var t212: String; @Persisted var t213: String; @Persisted var t214: String; @Persisted var t215: String
    @Persisted var t216: String; @Persisted var t217: String; @Persisted var t218: String; @Persisted var t219: String
    @Persisted var t220: String; @Persisted var t221: String; @Persisted var t222: String; @Persisted var t223: String
    @Persisted var t224: String; @Persisted var t225: String; @Persisted var t226: String; @Persisted var t227: String
    @Persisted var t228: String; @Persisted var t229: String; @Persisted var t230: String; @Persisted var t231: String
    @Persisted var t232: String; @Persisted var t233: String; @Persisted var t234: String; @Persisted var t235: String
    @Persisted var t236: String; @Persisted var t237: String; @Persisted var t238: String; @Persisted var t239: String
    @Persisted var t240: String; @Persisted var t241: String; @Persisted var t242: String; @Persisted var t243: String
    @Persisted var t244: String; @Persisted var t245: String; @Persisted var t246: String; @Persisted var t247: String
    @Persisted var t248: String; @Persisted var t249: String; @Persisted var t250: String; @Persisted var t251: String
    @Persisted var t252: String; @Persisted var t253: String; @Persisted var t254: String; @Persisted var t255: String
    @Persisted var t256: String; @Persisted var t257: String; @Persisted var t258: String; @Persisted var t259: String
    @Persisted var t260: String; @Persisted var t261: String; @Persisted var t262: String; @Persisted var t263: String
    @Persisted var t264: String; @Persisted var t265: String; @Persisted var t266: String; @Persisted var t267: String
    @Persisted var t268: String; @Persisted var t269: String; @Persisted var t270: String; @Persisted var t271: String
    @Persisted var t272: String; @Persisted var t273: String; @Persisted var t274: String; @Persisted var t275: String
    @Persisted var t276: String; @Persisted var t277: String; @Persisted var t278: String; @Persisted var t279: String
    @Persisted var t280: String; @Persisted var t281: String; @Persisted var t282: String; @Persisted var t283: String
    @Persisted var t284: String; @Persisted var t285: String; @Persisted var t286: String; @Persisted var t287: String
    @Persisted var t288: String; @Persisted var t289: String; @Persisted var t290: String; @Persisted var t291: String
    @Persisted var t292: String; @Persisted var t293: String; @Persisted var t294: String; @Persisted var t295: String
    @Persisted var t296: String; @Persisted var t297: String; @Persisted var t298: String; @Persisted var t299: String
    @Persisted var t300: String; @Persisted var t301: String; @Persisted var t302: String; @Persisted var t303: String
    @Persisted var t304: String; @Persisted var t305: String; @Persisted var t306: String; @Persisted var t307: String
    @Persisted var t308: String; @Persisted var t309: String; @Persisted var t310: String; @Persisted var t311: String
    @Persisted var t312: String; @Persisted var t313: String; @Persisted var t314: String; @Persisted var t315: String
    @Persisted var t316: String; @Persisted var t317: String; @Persisted var t318: String; @Persisted var t319: String
    @Persisted var t320: String; @Persisted var t321: String; @Persisted var t322: String; @Persisted var t323: String
    @Persisted var t324: String; @Persisted var t325: String; @Persisted var t326: String; @Persisted var t327: String
    @Persisted var t328: String; @Persisted var t329: String; @Persisted var t330: String; @Persisted var t331: String
    @Persisted var t332: String; @Persisted var t333: String; @Persisted var t334: String; @Persisted var t335: String
    @Persisted var t336: String; @Persisted var t337: String; @Persisted var t338: String; @Persisted var t339: String
    @Persisted var flag: Bool
    @Persisted var tiny: Int8
    @Persisted var short: Int16
    @Persisted var medium: Int32
    @Persisted var long: Int64
    @Persisted var number: Int
    @Persisted(indexed: true) var rank: Int
    @Persisted var float: Float
    @Persisted var double: Double
    @Persisted var date: Date
    @Persisted var text: String
    @Persisted var data: Data
    @Persisted var uuid: UUID
    @Persisted var level: Level
    @Persisted var mood: Mood
    @Persisted var maybeFlag: Bool?
    @Persisted var maybeNumber: Int?
    @Persisted var maybeDouble: Double?
    @Persisted var maybeDate: Date?
    @Persisted var maybeText: String?
    @Persisted var maybeLevel: Level?
    @Persisted var friend: WideTail?
    @Persisted var friends: List<WideTail>
    @Persisted(originProperty: "friend") var admirers: LinkingObjects<WideTail>

    override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
