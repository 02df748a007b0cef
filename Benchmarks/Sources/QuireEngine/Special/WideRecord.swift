// A class of 200 properties, as nobody should write one and somebody does.

package import Quire

/// Two hundred numbers.
package final class WideRecord: Object {
    /// 0, 1, 2, …
    @Persisted(primaryKey: true) package var id: Int
    @Persisted var p000: Double
    @Persisted var p001: Double
    @Persisted var p002: Double
    @Persisted var p003: Double
    @Persisted var p004: Double
    @Persisted var p005: Double
    @Persisted var p006: Double
    @Persisted var p007: Double
    @Persisted var p008: Double
    @Persisted var p009: Double
    @Persisted var p010: Double
    @Persisted var p011: Double
    @Persisted var p012: Double
    @Persisted var p013: Double
    @Persisted var p014: Double
    @Persisted var p015: Double
    @Persisted var p016: Double
    @Persisted var p017: Double
    @Persisted var p018: Double
    @Persisted var p019: Double
    @Persisted var p020: Double
    @Persisted var p021: Double
    @Persisted var p022: Double
    @Persisted var p023: Double
    @Persisted var p024: Double
    @Persisted var p025: Double
    @Persisted var p026: Double
    @Persisted var p027: Double
    @Persisted var p028: Double
    @Persisted var p029: Double
    @Persisted var p030: Double
    @Persisted var p031: Double
    @Persisted var p032: Double
    @Persisted var p033: Double
    @Persisted var p034: Double
    @Persisted var p035: Double
    @Persisted var p036: Double
    @Persisted var p037: Double
    @Persisted var p038: Double
    @Persisted var p039: Double
    @Persisted var p040: Double
    @Persisted var p041: Double
    @Persisted var p042: Double
    @Persisted var p043: Double
    @Persisted var p044: Double
    @Persisted var p045: Double
    @Persisted var p046: Double
    @Persisted var p047: Double
    @Persisted var p048: Double
    @Persisted var p049: Double
    @Persisted var p050: Double
    @Persisted var p051: Double
    @Persisted var p052: Double
    @Persisted var p053: Double
    @Persisted var p054: Double
    @Persisted var p055: Double
    @Persisted var p056: Double
    @Persisted var p057: Double
    @Persisted var p058: Double
    @Persisted var p059: Double
    @Persisted var p060: Double
    @Persisted var p061: Double
    @Persisted var p062: Double
    @Persisted var p063: Double
    @Persisted var p064: Double
    @Persisted var p065: Double
    @Persisted var p066: Double
    @Persisted var p067: Double
    @Persisted var p068: Double
    @Persisted var p069: Double
    @Persisted var p070: Double
    @Persisted var p071: Double
    @Persisted var p072: Double
    @Persisted var p073: Double
    @Persisted var p074: Double
    @Persisted var p075: Double
    @Persisted var p076: Double
    @Persisted var p077: Double
    @Persisted var p078: Double
    @Persisted var p079: Double
    @Persisted var p080: Double
    @Persisted var p081: Double
    @Persisted var p082: Double
    @Persisted var p083: Double
    @Persisted var p084: Double
    @Persisted var p085: Double
    @Persisted var p086: Double
    @Persisted var p087: Double
    @Persisted var p088: Double
    @Persisted var p089: Double
    @Persisted var p090: Double
    @Persisted var p091: Double
    @Persisted var p092: Double
    @Persisted var p093: Double
    @Persisted var p094: Double
    @Persisted var p095: Double
    @Persisted var p096: Double
    @Persisted var p097: Double
    @Persisted var p098: Double
    @Persisted var p099: Double
    @Persisted var p100: Double
    @Persisted var p101: Double
    @Persisted var p102: Double
    @Persisted var p103: Double
    @Persisted var p104: Double
    @Persisted var p105: Double
    @Persisted var p106: Double
    @Persisted var p107: Double
    @Persisted var p108: Double
    @Persisted var p109: Double
    @Persisted var p110: Double
    @Persisted var p111: Double
    @Persisted var p112: Double
    @Persisted var p113: Double
    @Persisted var p114: Double
    @Persisted var p115: Double
    @Persisted var p116: Double
    @Persisted var p117: Double
    @Persisted var p118: Double
    @Persisted var p119: Double
    @Persisted var p120: Double
    @Persisted var p121: Double
    @Persisted var p122: Double
    @Persisted var p123: Double
    @Persisted var p124: Double
    @Persisted var p125: Double
    @Persisted var p126: Double
    @Persisted var p127: Double
    @Persisted var p128: Double
    @Persisted var p129: Double
    @Persisted var p130: Double
    @Persisted var p131: Double
    @Persisted var p132: Double
    @Persisted var p133: Double
    @Persisted var p134: Double
    @Persisted var p135: Double
    @Persisted var p136: Double
    @Persisted var p137: Double
    @Persisted var p138: Double
    @Persisted var p139: Double
    @Persisted var p140: Double
    @Persisted var p141: Double
    @Persisted var p142: Double
    @Persisted var p143: Double
    @Persisted var p144: Double
    @Persisted var p145: Double
    @Persisted var p146: Double
    @Persisted var p147: Double
    @Persisted var p148: Double
    @Persisted var p149: Double
    @Persisted var p150: Double
    @Persisted var p151: Double
    @Persisted var p152: Double
    @Persisted var p153: Double
    @Persisted var p154: Double
    @Persisted var p155: Double
    @Persisted var p156: Double
    @Persisted var p157: Double
    @Persisted var p158: Double
    @Persisted var p159: Double
    @Persisted var p160: Double
    @Persisted var p161: Double
    @Persisted var p162: Double
    @Persisted var p163: Double
    @Persisted var p164: Double
    @Persisted var p165: Double
    @Persisted var p166: Double
    @Persisted var p167: Double
    @Persisted var p168: Double
    @Persisted var p169: Double
    @Persisted var p170: Double
    @Persisted var p171: Double
    @Persisted var p172: Double
    @Persisted var p173: Double
    @Persisted var p174: Double
    @Persisted var p175: Double
    @Persisted var p176: Double
    @Persisted var p177: Double
    @Persisted var p178: Double
    @Persisted var p179: Double
    @Persisted var p180: Double
    @Persisted var p181: Double
    @Persisted var p182: Double
    @Persisted var p183: Double
    @Persisted var p184: Double
    @Persisted var p185: Double
    @Persisted var p186: Double
    @Persisted var p187: Double
    @Persisted var p188: Double
    @Persisted var p189: Double
    @Persisted var p190: Double
    @Persisted var p191: Double
    @Persisted var p192: Double
    @Persisted var p193: Double
    @Persisted var p194: Double
    @Persisted var p195: Double
    @Persisted var p196: Double
    @Persisted var p197: Double
    @Persisted var p198: Double
    @Persisted var p199: Double

    /// Sets all properties, each to another number.
    func fill(from first: Double) {
        p000 = first + 0
        p001 = first + 1
        p002 = first + 2
        p003 = first + 3
        p004 = first + 4
        p005 = first + 5
        p006 = first + 6
        p007 = first + 7
        p008 = first + 8
        p009 = first + 9
        p010 = first + 10
        p011 = first + 11
        p012 = first + 12
        p013 = first + 13
        p014 = first + 14
        p015 = first + 15
        p016 = first + 16
        p017 = first + 17
        p018 = first + 18
        p019 = first + 19
        p020 = first + 20
        p021 = first + 21
        p022 = first + 22
        p023 = first + 23
        p024 = first + 24
        p025 = first + 25
        p026 = first + 26
        p027 = first + 27
        p028 = first + 28
        p029 = first + 29
        p030 = first + 30
        p031 = first + 31
        p032 = first + 32
        p033 = first + 33
        p034 = first + 34
        p035 = first + 35
        p036 = first + 36
        p037 = first + 37
        p038 = first + 38
        p039 = first + 39
        p040 = first + 40
        p041 = first + 41
        p042 = first + 42
        p043 = first + 43
        p044 = first + 44
        p045 = first + 45
        p046 = first + 46
        p047 = first + 47
        p048 = first + 48
        p049 = first + 49
        p050 = first + 50
        p051 = first + 51
        p052 = first + 52
        p053 = first + 53
        p054 = first + 54
        p055 = first + 55
        p056 = first + 56
        p057 = first + 57
        p058 = first + 58
        p059 = first + 59
        p060 = first + 60
        p061 = first + 61
        p062 = first + 62
        p063 = first + 63
        p064 = first + 64
        p065 = first + 65
        p066 = first + 66
        p067 = first + 67
        p068 = first + 68
        p069 = first + 69
        p070 = first + 70
        p071 = first + 71
        p072 = first + 72
        p073 = first + 73
        p074 = first + 74
        p075 = first + 75
        p076 = first + 76
        p077 = first + 77
        p078 = first + 78
        p079 = first + 79
        p080 = first + 80
        p081 = first + 81
        p082 = first + 82
        p083 = first + 83
        p084 = first + 84
        p085 = first + 85
        p086 = first + 86
        p087 = first + 87
        p088 = first + 88
        p089 = first + 89
        p090 = first + 90
        p091 = first + 91
        p092 = first + 92
        p093 = first + 93
        p094 = first + 94
        p095 = first + 95
        p096 = first + 96
        p097 = first + 97
        p098 = first + 98
        p099 = first + 99
        p100 = first + 100
        p101 = first + 101
        p102 = first + 102
        p103 = first + 103
        p104 = first + 104
        p105 = first + 105
        p106 = first + 106
        p107 = first + 107
        p108 = first + 108
        p109 = first + 109
        p110 = first + 110
        p111 = first + 111
        p112 = first + 112
        p113 = first + 113
        p114 = first + 114
        p115 = first + 115
        p116 = first + 116
        p117 = first + 117
        p118 = first + 118
        p119 = first + 119
        p120 = first + 120
        p121 = first + 121
        p122 = first + 122
        p123 = first + 123
        p124 = first + 124
        p125 = first + 125
        p126 = first + 126
        p127 = first + 127
        p128 = first + 128
        p129 = first + 129
        p130 = first + 130
        p131 = first + 131
        p132 = first + 132
        p133 = first + 133
        p134 = first + 134
        p135 = first + 135
        p136 = first + 136
        p137 = first + 137
        p138 = first + 138
        p139 = first + 139
        p140 = first + 140
        p141 = first + 141
        p142 = first + 142
        p143 = first + 143
        p144 = first + 144
        p145 = first + 145
        p146 = first + 146
        p147 = first + 147
        p148 = first + 148
        p149 = first + 149
        p150 = first + 150
        p151 = first + 151
        p152 = first + 152
        p153 = first + 153
        p154 = first + 154
        p155 = first + 155
        p156 = first + 156
        p157 = first + 157
        p158 = first + 158
        p159 = first + 159
        p160 = first + 160
        p161 = first + 161
        p162 = first + 162
        p163 = first + 163
        p164 = first + 164
        p165 = first + 165
        p166 = first + 166
        p167 = first + 167
        p168 = first + 168
        p169 = first + 169
        p170 = first + 170
        p171 = first + 171
        p172 = first + 172
        p173 = first + 173
        p174 = first + 174
        p175 = first + 175
        p176 = first + 176
        p177 = first + 177
        p178 = first + 178
        p179 = first + 179
        p180 = first + 180
        p181 = first + 181
        p182 = first + 182
        p183 = first + 183
        p184 = first + 184
        p185 = first + 185
        p186 = first + 186
        p187 = first + 187
        p188 = first + 188
        p189 = first + 189
        p190 = first + 190
        p191 = first + 191
        p192 = first + 192
        p193 = first + 193
        p194 = first + 194
        p195 = first + 195
        p196 = first + 196
        p197 = first + 197
        p198 = first + 198
        p199 = first + 199
    }
}
